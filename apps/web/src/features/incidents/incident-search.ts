import { severities } from '@vakt/contract/severity.ts'
import {
  dayOrMoment,
  inAll,
  listSearch,
  momentOf,
  ofPlace,
  ofSome,
  oneOf,
  type SearchOf,
  someOf,
  tagGroup,
  text,
  texts,
  unsavedScope,
  uuid,
} from '#web/platform/list-search.ts'

/** As reports count incidents that end by themselves. */
export const shortMinutes = 10

/** What the list of incidents shows; without a state those that are not resolved. */
export const incidentSearch = listSearch({
  list: 'incidents',
  filters: {
    severity: someOf(severities),
    q: text(),
    entity: uuid,
    /** Values of the customer's tag keys in their order, an empty one for entities without the tag. */
    group: tagGroup,
    assignee: oneOf(['me', 'nobody']),
    /** Days such as `2026-11-21`, both included; moments where reports lead here. */
    from: dayOrMoment,
    to: dayOrMoment,
    acknowledgedFrom: dayOrMoment,
    acknowledgedTo: dayOrMoment,
    resolvedFrom: dayOrMoment,
    resolvedTo: dayOrMoment,
    /** Those that were open at some time of it. */
    ongoingFrom: dayOrMoment,
    ongoingTo: dayOrMoment,
    /** Those that were over in less than so many minutes. */
    within: someOf([shortMinutes]),
    rule: texts({ maxLength: 1000 }),
    ...ofPlace,
    ...ofSome,
  },
  // Written again, since the router reads this and the contract is to come with the screen.
  scope: { state: someOf(['open', 'acknowledged', 'resolved']), sort: oneOf(['severity', 'changed', 'opened']), ...inAll },
  unsaved: unsavedScope,
})
export type IncidentSearch = SearchOf<typeof incidentSearch>

/** Worst first while something may be open; the past by its last change. */
export const sortOf = ({ sort, state }: IncidentSearch) =>
  sort ?? (state?.every((one) => one === 'resolved') ? ('changed' as const) : ('severity' as const))

/** As the call takes it, for one customer; days begin and end where the browser is. */
export function incidentQueryOf({ entity, from, to, within, all: _, of: __, ...search }: IncidentSearch) {
  const asked: typeof search & { openedFrom?: string; openedTo?: string } = {
    ...search,
    ...(from ? { openedFrom: from } : {}),
    ...(to ? { openedTo: to } : {}),
  }
  for (const name of Object.keys(asked) as (keyof typeof asked)[])
    if (/(From|To)$/.test(name)) Object.assign(asked, { [name]: momentOf(String(asked[name]), name.endsWith('To') ? 1 : 0) })
  return {
    state: ['open' as const, 'acknowledged' as const],
    ...asked,
    sort: sortOf(search),
    ...(entity ? { entityId: entity } : {}),
    ...(within ? { withinMinutes: within[0] } : {}),
  }
}

/** As the call over all customers takes it: groups are by the tag keys of one. */
export function incidentQueryOfAll(search: IncidentSearch) {
  const { group: _, ...asked } = incidentQueryOf(search)
  return { ...asked, ...(search.of ? { customer: search.of } : {}) }
}
