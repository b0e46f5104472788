import type { EntityFilter } from '@vakt/contract/entities/entity-list.ts'
import type { IncidentOverview, IncidentTrend, TagGroup } from '@vakt/contract/incidents/incidents.ts'
import type { SeverityCounts } from '@vakt/contract/severity.ts'
import { addCounts, noCounts } from '@vakt/domain/severity.ts'
import { readTrendDays } from '@vakt/domain/trend-days.ts'
import { readTagGroups, type TagGroupRow } from '#server/features/entities/group-by-tags.ts'
import { readTagGroupKeys } from '#server/features/entities/read-tag-group-keys.ts'
import { type Context, sightOf } from '#server/platform/context.ts'
import { inTwoStatements } from '#server/platform/database/transaction.ts'
import { Invalid } from '#server/platform/errors.ts'
import { createSharedRuns, sharedByBrowsers } from '#server/platform/shared-runs.ts'
import { readTrend, readTrendComparison, readUnmatchedCounts } from './overview-table.ts'

const countsOf = ({ critical, high, medium, low }: SeverityCounts): SeverityCounts => ({ critical, high, medium, low })

/** Worst first, as many of the worst as possible; then by name, those without the tag last. */
function byNeed(a: { value: string | null; counts: SeverityCounts }, b: { value: string | null; counts: SeverityCounts }): number {
  for (const severity of ['critical', 'high', 'medium', 'low'] as const) {
    if (a.counts[severity] !== b.counts[severity]) return b.counts[severity] - a.counts[severity]
  }
  if (a.value === null || b.value === null) return Number(a.value === null) - Number(b.value === null)
  return a.value < b.value ? -1 : 1
}

function buildGroups(rows: readonly TagGroupRow[]): TagGroup[] {
  const outer = Map.groupBy(rows, (row) => row.outer)
  const groups = [...outer].map(([value, inner]): TagGroup => {
    const children = inner.map((row) => ({ value: row.inner, entities: row.entities, counts: countsOf(row) }))
    return {
      value,
      entities: inner.reduce((sum, { entities }) => sum + entities, 0),
      counts: inner.reduce<SeverityCounts>((sum, row) => addCounts(sum, row), noCounts),
      children: children.sort(byNeed),
    }
  })
  return groups.sort(byNeed)
}

export type OverviewFilter = Pick<EntityFilter, 'resourceGroup' | 'type' | 'tag'> & { q?: string }

/** With a filter, of the entities that it lets through; what matched no entity is none of those. */
export function getIncidentOverview(context: Context, customerId: string, filter: OverviewFilter = {}): Promise<IncidentOverview> {
  return shareOverviews(context.pool, JSON.stringify([customerId, filter, sightOf(context)]), () =>
    readOverview(context, customerId, filter),
  )
}

const shareOverviews = createSharedRuns<IncidentOverview>(sharedByBrowsers)

async function readOverview(context: Context, customerId: string, { q, ...filter }: OverviewFilter): Promise<IncidentOverview> {
  const isFiltered = Boolean(q?.trim()) || Object.values(filter).some((values) => values !== undefined && values.length > 0)
  const [tagKeys, unmatched] = await inTwoStatements(context, customerId, (transaction) =>
    Promise.all([readTagGroupKeys(transaction, customerId), isFiltered ? { ...noCounts } : readUnmatchedCounts(transaction, customerId)]),
  )
  const groups = buildGroups(await readTagGroups(context, customerId, { ...filter, ...(q?.trim() ? { search: q } : {}) }, tagKeys))
  return {
    checkedAt: context.now.toISOString(),
    tagKeys,
    entities: groups.reduce((sum, { entities }) => sum + entities, 0),
    counts: groups.reduce<SeverityCounts>((sum, group) => addCounts(sum, group.counts), unmatched),
    unmatched,
    groups,
  }
}

/** The name as it is written, so that each zone is remembered once; undefined if there is none. */
function readTimeZone(name: string): string | undefined {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}

export async function getIncidentTrend(context: Context, customerId: string, timeZone = 'UTC'): Promise<IncidentTrend> {
  // An offset such as +02:00 would be taken as a zone too.
  const known = /^[A-Za-z]/.test(timeZone) ? readTimeZone(timeZone) : undefined
  if (!known) {
    throw Invalid.field(
      'timeZone',
      `There is no time zone "${timeZone}". A name such as Europe/Stockholm would be right.`,
      'error.time_zone',
    )
  }
  return shareTrends(context.pool, JSON.stringify([customerId, known, sightOf(context)]), async () => {
    const days = readTrendDays(context.now, known)
    const start = days[0]?.startsAt ?? context.now
    const period = { before: new Date(start.getTime() - (context.now.getTime() - start.getTime())), start, end: context.now }
    const [opened, comparison] = await inTwoStatements(context, customerId, (transaction) =>
      Promise.all([readTrend(transaction, customerId, days, context.now), readTrendComparison(transaction, customerId, period)]),
    )
    return { days: opened, ...comparison }
  })
}

const shareTrends = createSharedRuns<IncidentTrend>(sharedByBrowsers)
