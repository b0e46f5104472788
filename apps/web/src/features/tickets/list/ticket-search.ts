import { hourTypes, sortDirections, ticketSorts, ticketStatuses, ticketTypes } from '@vakt/contract/ticket-filters.ts'
import {
  day,
  dayOrMoment,
  flag,
  listSearch,
  oneOf,
  type SearchOf,
  someOf,
  tagGroup,
  text,
  texts,
  yesOrNo,
} from '#web/platform/list-search.ts'

/** Only open ones are shown unless this is false. */
const onlyOpen = (value: unknown): false | undefined => (yesOrNo(value) === false ? false : undefined)

const search = listSearch({
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
    /** For the provider over all customers: only those of these. */
    of: texts(),
  },
  scope: {
    onlyOpen,
    sort: oneOf(ticketSorts),
    direction: oneOf(sortDirections),
    /** For the provider: over all customers. */
    all: flag,
  },
  unsaved: ['all', 'of'],
})

/** What the address of the list of tickets says. */
export const ticketSearch: typeof search = Object.assign((address: Record<string, unknown>) => {
  const { of, ...rest } = search(address)
  return rest.all && of ? { ...rest, of } : rest
}, search)
/** For those who have tickets of one customer only. */
export const ownTicketSearch: typeof search = Object.assign(
  ({ all: _, ...address }: Record<string, unknown>) => ticketSearch(address),
  search,
)
/** The tickets about one resource, within its page. */
export const entityTicketSearch = listSearch({ scope: { onlyOpen, sort: oneOf(ticketSorts), direction: oneOf(sortDirections) } })
export type TicketSearch = SearchOf<typeof search>
