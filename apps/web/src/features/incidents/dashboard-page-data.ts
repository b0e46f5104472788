import type { IncidentOverview } from '@vakt/contract/incidents.ts'
import { type SeverityCounts, severities } from '@vakt/contract/severity.ts'
import { sumCounts } from '#web/ui/sum-counts.ts'

/** A tag group as a row: `path` are the values that lead to it, an empty one for entities without the tag. */
export type GroupRow = { path: string[]; entities: number; counts: SeverityCounts; children: GroupRow[] }

export type DashboardPageData = {
  /** Open incidents in all, and the critical ones among them. */
  open: number
  critical: number
  unmatched: number
  needAttention: GroupRow[]
  allGood: GroupRow[]
}

function compareRows(one: GroupRow, other: GroupRow): number {
  for (const severity of severities) {
    const difference = other.counts[severity] - one.counts[severity]
    if (difference !== 0) return difference
  }
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
  return {
    open: sumCounts(overview.counts),
    critical: overview.counts.critical,
    unmatched: sumCounts(overview.unmatched),
    needAttention: rows.filter((row) => sumCounts(row.counts) > 0),
    allGood: rows.filter((row) => sumCounts(row.counts) === 0),
  }
}

/** What is open at all customers together, and at how many of them. */
export function sumCustomers(customers: readonly { openIncidents: SeverityCounts }[]) {
  const counts = customers.map(({ openIncidents }) => openIncidents)
  return {
    open: counts.reduce((sum, one) => sum + sumCounts(one), 0),
    critical: counts.reduce((sum, { critical }) => sum + critical, 0),
    customers: counts.filter((one) => sumCounts(one) > 0).length,
  }
}
