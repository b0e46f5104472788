import { partAssignees, type TicketFilter } from './ticket-filter.ts'

const longestName = 200

/** A value as a word of a query of PostgreSQL. */
const quote = (facet: string) => `'${facet.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
const begin = (name: string) => [...name].slice(0, longestName).join('')

const openStatuses = ['new', 'in_progress', 'waiting_for_customer']

function facetsOfAssignees(assignees: string[], me: TicketFilter['me']): string[] {
  const { withNobody, ids, names } = partAssignees(assignees, me)
  return [...(withNobody ? ['a:'] : []), ...ids.map((id) => `i:${id.toLowerCase()}`), ...names.map((name) => `a:${begin(name)}`)]
}

/**
 * The filter as a query of `ticket_facets` in the migration, as far as it goes: every ticket that meets the filter meets the query. Null where it
 * would narrow nothing down, or where an index of its own leads there.
 */
export function facetQuery(filter: TicketFilter): string | null {
  const { type, priority, status, source, assignee, assigneeGroup, tag, customer, onlyOpen, me } = filter
  const narrowing = [
    type?.map((one) => `t:${one}`),
    priority?.map((one) => `p:${one}`),
    status?.map((one) => `s:${one}`),
    source && [`f:${source}`],
    assignee && facetsOfAssignees(assignee, me),
    assigneeGroup?.map((name) => `g:${begin(name)}`),
    tag?.map((name) => `l:${begin(name)}`),
  ].filter((facets) => facets !== undefined)
  if (narrowing.length === 0 || narrowing.some((facets) => facets.length === 0)) return null
  const scope = [customer?.map((id) => `c:${id}`), onlyOpen && !status ? openStatuses.map((one) => `s:${one}`) : undefined]
  return [...narrowing, ...scope.filter((facets) => facets !== undefined)].map((facets) => `(${facets.map(quote).join(' | ')})`).join(' & ')
}
