import type { TicketSort } from '@vakt/contract/tickets/ticket-list.ts'
import { periodOf } from '#web/platform/list-search.ts'
import type { TicketSearch } from './ticket-search.ts'

/** What the call takes: days become the moments at which they begin and end here. */
export function queryOf({ q, group, entity, onlyOpen, of: _, all, from, to, tagGroup, ...rest }: TicketSearch) {
  const created = periodOf({ from, to })
  return {
    ...rest,
    ...(all ? orderOf({ ...(q ? { q } : {}), all, ...rest }) : {}),
    ...(q ? { search: q } : {}),
    ...(group ? { assigneeGroup: group } : {}),
    ...(tagGroup ? { group: tagGroup } : {}),
    ...(entity ? { entityId: entity } : {}),
    ...(onlyOpen === false ? {} : { onlyOpen: true }),
    ...(created.from ? { createdFrom: created.from } : {}),
    ...(created.to ? { createdTo: created.to } : {}),
  }
}

/** The order that the list is in: over all customers the least time left comes first. */
export function orderOf({ q, all, sort, direction }: TicketSearch): { sort: TicketSort; direction: 'asc' | 'desc' } {
  const shown = sort ?? (q ? 'relevance' : all ? 'due' : 'modified')
  return { sort: shown, direction: direction ?? (shown === 'priority' || shown === 'status' || shown === 'due' ? 'asc' : 'desc') }
}
