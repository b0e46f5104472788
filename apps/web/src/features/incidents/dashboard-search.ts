import type { OpenNowSort } from '@vakt/contract/open-now.ts'
import { type Severity, severities } from '@vakt/contract/severity.ts'

/** Which incidents are open in place: those of a tag group or the unmatched ones, of every severity or of one. */
export type DashboardSearch = {
  /** Values of the tag keys, outer first; an empty value means entities without the tag. */
  group?: string[]
  severity?: Severity
  unmatched?: true
  /** Only entities like these. A tag is `key=value`. */
  q?: string
  type?: string[]
  resourceGroup?: string[]
  tag?: string[]
  /** For staff: only these of all customers. */
  of?: string[]
  /** All open incidents rather than the first twenty. */
  shown?: 'all'
  /** The order of *Open now*; the worst first where it is left out. */
  sort?: Exclude<OpenNowSort, 'severity'>
  /** Shown large and alone, for a big screen. */
  wall?: true
}

const textsOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((one) => typeof one === 'string' || typeof one === 'number').map(String)

/** Written again, since the router reads this and the contract is to come with the screen. */
const sorts = ['longest', 'latest'] as const

function readFilter(search: Record<string, unknown>): DashboardSearch {
  const q = textsOf(search.q)[0]?.slice(0, 200)
  const [type, resourceGroup] = [textsOf(search.type), textsOf(search.resourceGroup)]
  const tag = textsOf(search.tag).filter((one) => one.indexOf('=') > 0)
  const of = textsOf(search.of).slice(0, 50)
  const sort = sorts.find((one) => one === search.sort)
  return {
    ...(q ? { q } : {}),
    ...(type.length > 0 ? { type } : {}),
    ...(resourceGroup.length > 0 ? { resourceGroup } : {}),
    ...(tag.length > 0 ? { tag } : {}),
    ...(of.length > 0 ? { of } : {}),
    ...(search.shown === 'all' ? { shown: 'all' as const } : {}),
    ...(sort ? { sort } : {}),
    ...(search.wall === true || search.wall === 'true' || search.wall === '' ? { wall: true as const } : {}),
  }
}

/** What stays when another group is opened. */
export const filterOf = ({ group: _, severity: __, unmatched: ___, ...filter }: DashboardSearch): DashboardSearch => filter

function readGroup(value: unknown): string[] | undefined {
  const values = typeof value === 'string' || typeof value === 'number' ? [String(value)] : value
  if (!Array.isArray(values) || values.length === 0 || values.length > 2) return undefined
  return values.every((one) => typeof one === 'string' || typeof one === 'number') ? values.map(String) : undefined
}

export function dashboardSearch(search: Record<string, unknown>): DashboardSearch {
  const group = readGroup(search.group)
  const isUnmatched = search.unmatched === true || search.unmatched === 'true'
  const severity = severities.find((one) => one === search.severity)
  const filter = readFilter(search)
  if (!group && !isUnmatched) return filter
  return { ...filter, ...(isUnmatched ? { unmatched: true } : group ? { group } : {}), ...(severity ? { severity } : {}) }
}
