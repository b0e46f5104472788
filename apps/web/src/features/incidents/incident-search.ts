import { severities } from '@vakt/contract/severity.ts'
import { day, listSearch, oneOf, periodOf, type SearchOf, someOf, text, uuid } from '#web/platform/list-search.ts'

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
  },
  // Written again, since the router reads this and the contract is to come with the screen.
  scope: { state: someOf(['open', 'acknowledged', 'resolved']), sort: oneOf(['severity', 'opened']) },
})
export type IncidentSearch = SearchOf<typeof incidentSearch>

/** As the call takes it; days begin and end where the browser is. */
export function incidentQueryOf(search: IncidentSearch) {
  const { entity, from: _, to: __, state = ['open' as const, 'acknowledged' as const], ...asItIs } = search
  const { from, to } = periodOf(search)
  return {
    ...asItIs,
    state,
    ...(entity ? { entityId: entity } : {}),
    ...(from ? { openedFrom: from } : {}),
    ...(to ? { openedTo: to } : {}),
  }
}
