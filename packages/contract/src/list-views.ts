import { columnKeys, NewTicketView, TicketListChoice, TicketView, TicketViewChange } from '@vakt/contract/tickets/ticket-views.ts'
import { operation } from './operation.ts'
import { nullable, object, oneOf, type Static, Type } from './schema.ts'

/** The lists with saved views and chosen columns. The list of tickets has calls of its own, for each customer. */
const listKeys = [
  'agent-templates',
  'agents',
  'alert-rules',
  'alerts',
  'connectors',
  'customer-agents',
  'customers',
  'enrolment-tokens',
  'entities',
  'entities-of-all',
  'failed-jobs',
  'incidents',
  'major-incidents',
  'metric-usage',
  'outbox',
  'process-runs',
  'processes',
  'recorded-actions',
  'rule-standards',
  'service-tokens',
  'service-windows',
  'sources',
  'unmatched-signals',
  'uploads',
  'users',
  'webhooks',
] as const
export type ListKey = (typeof listKeys)[number]

const list = oneOf(listKeys)

export const ListView = object({ ...TicketView.properties, list })
export type ListView = Static<typeof ListView>

const StoredListChoice = object({ list, columns: nullable(columnKeys), defaultViewId: nullable(Type.String()) })
export type StoredListChoice = Static<typeof StoredListChoice>

export const readListViews = operation({
  summary:
    'Saved filters of every list but that of the tickets, one’s own and those shared at one’s customer, and the columns of each list',
  method: 'GET',
  path: '/list-view',
  access: 'signed-in',
  result: object({ views: Type.Array(ListView), choices: Type.Array(StoredListChoice) }),
})

export const NewListView = object({ ...NewTicketView.properties, list })
export type NewListView = Static<typeof NewListView>

export const createListView = operation({
  summary: 'Save a filter of a list under a name; a shared one needs the right to write tickets',
  method: 'POST',
  path: '/list-view',
  access: 'signed-in',
  announces: { content: ['list-views'], to: 'customer' },
  records: { action: 'list-view.create', target: 'list-view {viewId}', details: { name: 'name', shared: 'isShared', list: 'list' } },
  body: NewListView,
  result: ListView,
})

export const changeListView = operation({
  summary: 'Rename a saved filter of a list, share it, or give it another content; what is left out stays',
  method: 'PUT',
  path: '/list-view/:listViewId',
  access: 'signed-in',
  announces: { content: ['list-views'], to: 'customer' },
  records: { action: 'list-view.change', target: 'list-view {viewId}', details: { name: 'name', shared: 'isShared', list: 'list' } },
  body: TicketViewChange,
  result: ListView,
})

export const removeListView = operation({
  summary: 'Remove a saved filter of a list',
  method: 'DELETE',
  path: '/list-view/:listViewId',
  access: 'signed-in',
  announces: { content: ['list-views'], to: 'customer' },
  records: { action: 'list-view.remove', target: 'list-view {viewId}', details: { name: 'name', shared: 'isShared', list: 'list' } },
})

export const ListChoice = object({ ...TicketListChoice.properties, list })
export type ListChoice = Static<typeof ListChoice>

export const saveListChoice = operation({
  summary: 'Which columns of a list the caller wants to see, and which saved filter they start with; what is left out stays',
  method: 'PUT',
  path: '/list-choice',
  access: 'signed-in',
  announces: { content: ['list-views'], to: 'user' },
  recordsNothing: 'How a user likes their own list concerns no one else.',
  body: ListChoice,
})
