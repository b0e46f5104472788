import { hourTypes, sortDirections, ticketSorts, ticketStatuses, ticketTypes } from '@vakt/contract/tickets/ticket-filters.ts'
import {
  day,
  dayOrMoment,
  flag,
  inAll,
  listSearch,
  ofSome,
  oneOf,
  type SearchOf,
  someOf,
  tagGroup,
  text,
  texts,
  unsavedScope,
  yesOrNo,
} from '#web/platform/list-search.ts'

/** Only open ones are shown unless this is false. */
const onlyOpen = (value: unknown): false | undefined => (yesOrNo(value) === false ? false : undefined)

/** What the address of the list of tickets says. */
export const ticketSearch = listSearch({
  list: 'tickets',
  filters: {
    q: text(500),
    type: someOf(ticketTypes),
    priority: someOf([1, 2, 3, 4, 5]),
    status: someOf(ticketStatuses),
    assignee: texts(),
    group: texts(),
    tag: texts(),
    entity: texts({ pattern: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i }),
    /** Of resources with these values of the customer's tag keys. */
    tagGroup,
    requester: texts(),
    source: oneOf(['person', 'monitoring']),
    /** Only those whose next service-level target is missed. */
    breaching: flag,
    /** Those of which a service-level target was ever missed; false: those with a service level that never missed one. */
    missed: yesOrNo,
    /** Days in the user's zone, such as `2026-11-21`; both belong to the time. Moments where reports lead here. */
    from: dayOrMoment,
    to: dayOrMoment,
    /** Those with registered time, on these days, of these types, billable or not. */
    workedFrom: day,
    workedTo: day,
    hourType: someOf(hourTypes),
    billable: yesOrNo,
    ...ofSome,
  },
  scope: {
    onlyOpen,
    sort: oneOf(ticketSorts),
    direction: oneOf(sortDirections),
    ...inAll,
  },
  unsaved: unsavedScope,
})

/** For those who have tickets of one customer only. */
export const ownTicketSearch: typeof ticketSearch = Object.assign(
  ({ all: _, ...address }: Record<string, unknown>) => ticketSearch(address),
  ticketSearch,
)
/** The tickets about one resource, within its page. */
export const entityTicketSearch = listSearch({ scope: { onlyOpen, sort: oneOf(ticketSorts), direction: oneOf(sortDirections) } })
export type TicketSearch = SearchOf<typeof ticketSearch>
