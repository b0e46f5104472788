import type { QueryClient } from '@tanstack/react-query'
import { changeListView, createListView, removeListView, saveListChoice } from '@vakt/contract/list-views.ts'
import {
  changeTicketView,
  createTicketView,
  removeTicketView,
  saveTicketListChoice,
  type TicketListChoice,
  type TicketView,
  type TicketViewChange,
} from '@vakt/contract/tickets/ticket-views.ts'
import { call } from '#web/platform/api.ts'
import type { ListName } from '#web/platform/list-search.ts'
import { listViewsKey, sharedViewsQuery, ticketViewsQuery } from './list-view-queries.ts'

type NewView = { name: string; isShared: boolean; search: TicketView['search'] }

/** The calls that keep the views and columns of a list. */
type ViewCalls = {
  create: (view: NewView) => Promise<TicketView>
  change: (viewId: string, change: TicketViewChange) => Promise<unknown>
  remove: (viewId: string) => Promise<unknown>
  choose: (choice: TicketListChoice) => Promise<unknown>
}

const ofTickets = (customerId: string): ViewCalls => ({
  create: (body) => call(createTicketView, { params: { customerId }, body }),
  change: (viewId, body) => call(changeTicketView, { params: { customerId, viewId }, body }),
  remove: (viewId) => call(removeTicketView, { params: { customerId, viewId } }),
  choose: (body) => call(saveTicketListChoice, { params: { customerId }, body }),
})

export function viewCalls(list: ListName, customerId: string): ViewCalls {
  if (list === 'tickets') return ofTickets(customerId)
  return {
    create: (view) => call(createListView, { body: { ...view, list } }),
    change: (listViewId, body) => call(changeListView, { params: { listViewId }, body }),
    remove: (listViewId) => call(removeListView, { params: { listViewId } }),
    choose: (choice) => call(saveListChoice, { body: { ...choice, list } }),
  }
}

/** Shows the columns at once, until the answer of the server. */
export async function showColumns(queryClient: QueryClient, list: ListName, customerId: string, columns: string[] | null): Promise<void> {
  // An answer that is under way still has the columns of before.
  await queryClient.cancelQueries({ queryKey: listViewsKey(list, customerId) })
  if (list === 'tickets') {
    queryClient.setQueryData(ticketViewsQuery(customerId).queryKey, (kept) => kept && { ...kept, columns })
    return
  }
  queryClient.setQueryData(sharedViewsQuery.queryKey, (kept) => {
    const choice = { defaultViewId: null, ...kept?.choices.find((one) => one.list === list), list, columns }
    return kept && { ...kept, choices: [...kept.choices.filter((one) => one.list !== list), choice] }
  })
}
