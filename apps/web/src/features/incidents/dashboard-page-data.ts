import type { IncidentOverview } from '@vakt/contract/incidents/incidents.ts'
import { type SeverityCounts, severities } from '@vakt/contract/severity.ts'
import { sumCounts } from '#web/shared/severity/sum-counts.ts'

/** A tag group as a row: `path` are the values that lead to it, an empty one for entities without the tag. */
export type GroupRow = { path: string[]; entities: number; counts: SeverityCounts; children: GroupRow[] }

export type DashboardPageData = {
  /** Open incidents in these groups, and those of no resource. */
  open: number
  unmatched: number
  /** The groups that stand before the row of those without a resource: the ones that are worse. */
  worseThanUnmatched: number
  needAttention: GroupRow[]
  allGood: GroupRow[]
}

/** The worst first, as many of the worst as possible. */
function compareCounts(one: SeverityCounts, other: SeverityCounts): number {
  for (const severity of severities) {
    const difference = other[severity] - one[severity]
    if (difference !== 0) return difference
  }
  return 0
}

function compareRows(one: GroupRow, other: GroupRow): number {
  const difference = compareCounts(one.counts, other.counts)
  if (difference !== 0) return difference
  const [name = '', otherName = ''] = [one.path.at(-1), other.path.at(-1)]
  return Number(name === '') - Number(otherName === '') || name.localeCompare(otherName)
}

/** The groups that need a person first, the worst of them on top. */
export function buildDashboardPageData(overview: IncidentOverview): DashboardPageData {
  const rows = overview.groups.map((group): GroupRow => {
    const path = [group.value ?? '']
    const children = group.children.map((child): GroupRow => ({ ...child, path: [...path, child.value ?? ''], children: [] }))
    return { path, entities: group.entities, counts: group.counts, children: children.sort(compareRows) }
  })
  rows.sort(compareRows)
  const needAttention = rows.filter((row) => sumCounts(row.counts) > 0)
  const isWorse = (row: GroupRow) => compareCounts(row.counts, overview.unmatched) <= 0
  return {
    open: sumCounts(overview.counts),
    unmatched: sumCounts(overview.unmatched),
    worseThanUnmatched: needAttention.filter(isWorse).length,
    needAttention,
    allGood: rows.filter((row) => sumCounts(row.counts) === 0),
  }
}
