import { severities } from '@vakt/contract/severity.ts'
import { day, listSearch, oneOf, periodOf, type SearchOf, someOf, text, texts, uuid } from '#web/platform/list-search.ts'

function readGroup(value: unknown): string[] | undefined {
  const values = value === undefined ? [] : [value].flat().map(String)
  return values.length > 0 ? values.slice(0, 2) : undefined
}

/** What the list of incidents shows; without a state those that are not resolved. */
export const incidentSearch = listSearch({
  list: 'incidents',
  filters: {
    severity: someOf(severities),
    q: text(),
    entity: uuid,
    /** Values of the customer's tag keys in their order, an empty one for entities without the tag. */
    group: readGroup,
    assignee: oneOf(['me', 'nobody']),
    /** Days such as `2026-11-21`, both included. */
    from: day,
    to: day,
    acknowledgedFrom: day,
    acknowledgedTo: day,
    resolvedFrom: day,
    resolvedTo: day,
    rule: texts({ maxLength: 1000 }),
  },
  // Written again, since the router reads this and the contract is to come with the screen.
  scope: { state: someOf(['open', 'acknowledged', 'resolved']), sort: oneOf(['severity', 'changed', 'opened']) },
})
export type IncidentSearch = SearchOf<typeof incidentSearch>

const momentsOf = (from: string | undefined, to: string | undefined) => periodOf({ ...(from ? { from } : {}), ...(to ? { to } : {}) })

/** Worst first while something may be open; the past by its last change. */
export const sortOf = ({ sort, state }: IncidentSearch) =>
  sort ?? (state?.every((one) => one === 'resolved') ? ('changed' as const) : ('severity' as const))

/** As the call takes it; days begin and end where the browser is. */
export function incidentQueryOf(search: IncidentSearch) {
  const { entity, from: _, to: __, acknowledgedFrom, acknowledgedTo, resolvedFrom, resolvedTo, ...asked } = search
  const { state = ['open' as const, 'acknowledged' as const], ...asItIs } = asked
  const { from, to } = periodOf(search)
  const acknowledged = momentsOf(acknowledgedFrom, acknowledgedTo)
  const resolved = momentsOf(resolvedFrom, resolvedTo)
  return {
    ...asItIs,
    sort: sortOf(search),
    state,
    ...(entity ? { entityId: entity } : {}),
    ...(from ? { openedFrom: from } : {}),
    ...(to ? { openedTo: to } : {}),
    ...(acknowledged.from ? { acknowledgedFrom: acknowledged.from } : {}),
    ...(acknowledged.to ? { acknowledgedTo: acknowledged.to } : {}),
    ...(resolved.from ? { resolvedFrom: resolved.from } : {}),
    ...(resolved.to ? { resolvedTo: resolved.to } : {}),
  }
}
