import type { OpenNowSort } from '@vakt/contract/open-now.ts'

/** What the dashboard shows, as it stands in the address. */
export type DashboardSearch = {
  /** The groups that are open in place; see `opened-groups.ts`. */
  open?: string[]
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

/** What stays when the groups are closed. */
export const filterOf = ({ open: _, ...filter }: DashboardSearch): DashboardSearch => filter

const mostOpened = 20

/** Addresses of before several groups could be open at once: `group` for each value of one path, or `unmatched`, and `severity`. */
function readFormerGroup({ group, unmatched, severity }: Record<string, unknown>): string[] {
  const place = unmatched ? '?' : textsOf(group).map(encodeURIComponent).join('/')
  return place ? [severity ? `${place}:${severity}` : place] : []
}

export function dashboardSearch(search: Record<string, unknown>): DashboardSearch {
  const open = [...textsOf(search.open), ...readFormerGroup(search)]
  return { ...readFilter(search), ...(open.length > 0 ? { open: open.slice(0, mostOpened) } : {}) }
}
