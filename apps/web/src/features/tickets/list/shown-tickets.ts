import type { TicketSort } from '@vakt/contract/ticket-list.ts'
import type { TicketView } from '@vakt/contract/ticket-views.ts'
import { fromSaved, inOrder, toSaved as saveSearch } from '#web/lists/saved-search.ts'
import { periodOf } from '#web/platform/list-search.ts'
import { type TicketSearch, ticketSearch } from './ticket-search.ts'

/** What of the search a saved view holds. */
function filterOf({ view: _, all: __, of: ___, ...filter }: TicketSearch) {
  return filter
}

/** What the call takes: days become the moments at which they begin and end here. */
export function queryOf({ q, group, entity, onlyOpen, of: _, all, view: ___, from, to, ...rest }: TicketSearch) {
  const created = periodOf({ ...(from ? { from } : {}), ...(to ? { to } : {}) })
  return {
    ...rest,
    ...(all ? orderOf({ ...(q ? { q } : {}), all, ...rest }) : {}),
    ...(q ? { search: q } : {}),
    ...(group ? { assigneeGroup: group } : {}),
    ...(entity ? { entityId: entity } : {}),
    ...(onlyOpen === false ? {} : { onlyOpen: true }),
    ...(created.from ? { createdFrom: created.from } : {}),
    ...(created.to ? { createdTo: created.to } : {}),
  }
}

/** What a saved view keeps of the search. */
export const toSaved = (search: TicketSearch): TicketView['search'] => saveSearch(filterOf(search))

const readSaved = (saved: TicketView['search']): TicketSearch => filterOf(ticketSearch(fromSaved(saved)))

export type ShownSearch = { search: TicketSearch; view: TicketView | undefined; isChanged: boolean }

/** What is shown: the address as it says, or where it names no filter, that of the view it names, or of the one to start with. */
export function resolveView(address: TicketSearch, views: readonly TicketView[], defaultViewId: string | null): ShownSearch {
  const isBare = Object.keys(filterOf(address)).length === 0
  const view = views.find(({ viewId }) => viewId === (address.view ?? (isBare ? defaultViewId : null)))
  if (!view) return { search: address, view: undefined, isChanged: false }
  const saved = readSaved(view.search)
  if (isBare) return { search: { ...address, ...saved, view: view.viewId }, view, isChanged: false }
  return { search: address, view, isChanged: inOrder(toSaved(address)) !== inOrder(toSaved(saved)) }
}

/** The order that the list is in: over all customers the least time left comes first. */
export function orderOf({ q, all, sort, direction }: TicketSearch): { sort: TicketSort; direction: 'asc' | 'desc' } {
  const shown = sort ?? (q ? 'relevance' : all ? 'due' : 'modified')
  return { sort: shown, direction: direction ?? (shown === 'priority' || shown === 'status' || shown === 'due' ? 'asc' : 'desc') }
}
