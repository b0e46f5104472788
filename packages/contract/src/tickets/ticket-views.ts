import { ticketAccess } from '@vakt/contract/features.ts'
import { operation } from '@vakt/contract/operation.ts'
import { nullable, object, oneLine, type Static, Type } from '@vakt/contract/schema.ts'

/** What stands in the address of the list: each parameter with its values. */
const Search = Type.Record(Type.String({ pattern: '^[a-zA-Z]{1,40}$' }), Type.Array(Type.String({ maxLength: 500 }), { maxItems: 50 }), {
  maxProperties: 30,
  additionalProperties: false,
})
const viewName = oneLine({
  pattern: '\\S',
  maxLength: 80,
  messages: { pattern: 'ticket_view.name_empty', maxLength: 'ticket_view.name_long' },
})

export const TicketView = object({
  viewId: Type.String(),
  name: Type.String(),
  /** Seen by everybody who sees tickets of the customer. */
  isShared: Type.Boolean(),
  /** Only its owner, and anyone who else may share, can change it. */
  isOwn: Type.Boolean(),
  owner: Type.String(),
  search: Search,
})
export type TicketView = Static<typeof TicketView>

export const ticketColumnKeys = [
  'number',
  'customer',
  'priority',
  'status',
  'timeLeft',
  'type',
  'assignee',
  'group',
  'requester',
  'tags',
  'entity',
  'source',
  'created',
  'changed',
] as const

/** The keys of columns that a user wants to see. */
export const columnKeys = Type.Array(Type.String({ maxLength: 40 }), { maxItems: 40 })

export const listTicketViews = operation({
  summary: 'Saved filters of the list of tickets, one’s own and the shared ones, and how the caller likes the list',
  method: 'GET',
  path: '/customer/:customerId/ticket-view',
  access: ticketAccess,
  openToLimited: true,
  result: object({ views: Type.Array(TicketView), defaultViewId: nullable(Type.String()), columns: nullable(columnKeys) }),
})

export const NewTicketView = object({ name: viewName, isShared: Type.Boolean({ default: false }), search: Search })
export type NewTicketView = Static<typeof NewTicketView>

export const createTicketView = operation({
  summary: 'Save a filter under a name; a shared one needs the right to write tickets',
  method: 'POST',
  path: '/customer/:customerId/ticket-view',
  access: ticketAccess,
  openToLimited: true,
  announces: { content: ['ticket-views'], to: 'customer' },
  records: { action: 'ticket-view.create', target: 'ticket-view {viewId}', details: { name: 'name', shared: 'isShared' } },
  body: NewTicketView,
  result: TicketView,
})

export const TicketViewChange = object({
  name: Type.Optional(viewName),
  isShared: Type.Optional(Type.Boolean()),
  search: Type.Optional(Search),
})
export type TicketViewChange = Static<typeof TicketViewChange>

export const changeTicketView = operation({
  summary: 'Rename a saved filter, share it, or give it another content; what is left out stays',
  method: 'PUT',
  path: '/customer/:customerId/ticket-view/:viewId',
  access: ticketAccess,
  openToLimited: true,
  announces: { content: ['ticket-views'], to: 'customer' },
  records: { action: 'ticket-view.change', target: 'ticket-view {viewId}', details: { name: 'name', shared: 'isShared' } },
  body: TicketViewChange,
  result: TicketView,
})

export const removeTicketView = operation({
  summary: 'Remove a saved filter',
  method: 'DELETE',
  path: '/customer/:customerId/ticket-view/:viewId',
  access: ticketAccess,
  openToLimited: true,
  announces: { content: ['ticket-views'], to: 'customer' },
  records: { action: 'ticket-view.remove', target: 'ticket-view {viewId}', details: { name: 'name', shared: 'isShared' } },
})

export const TicketListChoice = object({
  columns: Type.Optional(nullable(columnKeys)),
  defaultViewId: Type.Optional(nullable(Type.String({ format: 'uuid' }))),
})
export type TicketListChoice = Static<typeof TicketListChoice>

export const saveTicketListChoice = operation({
  summary: 'Which columns the caller wants to see, and which saved filter they start with; what is left out stays',
  method: 'PUT',
  path: '/customer/:customerId/ticket-list-choice',
  access: ticketAccess,
  openToLimited: true,
  announces: { content: ['ticket-views'], to: 'user' },
  recordsNothing: 'How a user likes their own list concerns no one else.',
  body: TicketListChoice,
})
