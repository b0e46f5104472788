import type { ReportedAvailability, ReportedGroup } from '@vakt/contract/reports/reports.ts'
import { availabilityOf, type Span } from '@vakt/domain/availability.ts'

type Values = readonly (string | null)[]

/** What of a resource decides how it is counted; `known` is the part of the period in which Vakt knew it. */
export type Traits = { values: Values; application: string | null; known: Span; keys: readonly string[] }

/** Critical incidents of a resource. */
export type ReportedOutage = Traits & { entityId: string; name: string; outage: Span }

export type ResourcesInPeriod = {
  /** How many resources there are of each kind. */
  counts: readonly (Traits & { count: number })[]
  outages: readonly ReportedOutage[]
  /** When windows held, by the keys under which they cover resources. */
  windowsByKey: ReadonlyMap<string, readonly { windowId: string; span: Span }[]>
  incidents: readonly { values: Values; application: string | null; incidents: number; critical: number }[]
}

type Sum = {
  values: Values
  resources: number
  incidents: number
  critical: number
  total: number
  inWindows: number
  down: number
  downInWindows: number
}

type AffectedResource = { row: ReportedAvailability; values: Values; application: string | null; down: number; downInWindows: number }

const minutesOf = (milliseconds: number) => Math.round(milliseconds / 60_000)
const shareUp = (down: number, total: number) => (total > 0 ? 1 - down / total : null)

function createWindowReader(windowsByKey: ResourcesInPeriod['windowsByKey']): (keys: readonly string[]) => Span[] {
  const known = new Map<string, Span[]>()
  return (keys) => {
    const name = keys.join('\n')
    const found = known.get(name) ?? keys.flatMap((key) => (windowsByKey.get(key) ?? []).map(({ span }) => span))
    known.set(name, found)
    return found
  }
}

/** The resources that were unavailable, the worst first. */
function affectedOf(outages: readonly ReportedOutage[], windowsOf: (keys: readonly string[]) => Span[]): AffectedResource[] {
  return [...Map.groupBy(outages, ({ entityId }) => entityId)]
    .flatMap(([entityId, own]): AffectedResource[] => {
      const [first] = own
      if (!first) return []
      const { down, downInWindows, withWindows, withoutWindows } = availabilityOf(
        first.known,
        own.map(({ outage }) => outage),
        windowsOf(first.keys),
      )
      if (down === 0) return []
      const minutes = { minutesDown: minutesOf(down), minutesDownInWindows: minutesOf(downInWindows) }
      const row = { entityId, name: first.name, ...minutes, withWindows, withoutWindows }
      return [{ row, values: first.values, application: first.application, down, downInWindows }]
    })
    .sort((a, b) => b.down - a.down || (a.row.entityId < b.row.entityId ? -1 : 1))
}

function createSums(): { of(values: Values): Sum; all(): Sum[] } {
  const sums = new Map<string, Sum>()
  return {
    of(values) {
      const key = JSON.stringify(values)
      const sum = sums.get(key) ?? { values, resources: 0, incidents: 0, critical: 0, total: 0, inWindows: 0, down: 0, downInWindows: 0 }
      sums.set(key, sum)
      return sum
    },
    all: () => [...sums.values()],
  }
}

const presentGroup = ({ values, resources, incidents, critical, total, inWindows, down, downInWindows }: Sum): ReportedGroup => ({
  values: [...values],
  resources,
  incidents,
  critical,
  minutesDown: minutesOf(down),
  withWindows: shareUp(down, total),
  withoutWindows: shareUp(down - downInWindows, total - inWindows),
})

const byName = (a: Values, b: Values) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)

/**
 * Availability of each resource that was unavailable, of each tag group and of each application. That of a group is the available time of its
 * resources together by the time in which they were known together; of a resource it is `availabilityOf`.
 */
export function availabilityOfResources({ counts, outages, windowsByKey, incidents }: ResourcesInPeriod): {
  resources: number
  /** Of all resources together. */
  withWindows: number | null
  withoutWindows: number | null
  affected: ReportedAvailability[]
  groups: ReportedGroup[]
  applications: ReportedGroup[]
} {
  const windowsOf = createWindowReader(windowsByKey)
  const affected = affectedOf(outages, windowsOf)
  const [all, groups, applications] = [createSums(), createSums(), createSums()]
  const whole = all.of([])
  const sumsOf = ({ values, application }: Pick<Traits, 'values' | 'application'>) => [
    whole,
    ...(values.length > 0 ? [groups.of(values)] : []),
    ...(application === null ? [] : [applications.of([application])]),
  ]
  for (const { count, known, keys, ...traits } of counts) {
    const { total, inWindows } = availabilityOf(known, [], windowsOf(keys))
    for (const sum of sumsOf(traits)) {
      sum.resources += count
      sum.total += count * total
      sum.inWindows += count * inWindows
    }
  }
  for (const { down, downInWindows, ...traits } of affected)
    for (const sum of sumsOf(traits)) {
      sum.down += down
      sum.downInWindows += downInWindows
    }
  for (const { incidents: opened, critical, ...traits } of incidents)
    for (const sum of sumsOf(traits)) {
      sum.incidents += opened
      sum.critical += critical
    }
  const present = (sums: Sum[]) =>
    sums.sort((a, b) => b.incidents - a.incidents || b.down - a.down || byName(a.values, b.values)).map(presentGroup)
  return {
    resources: whole.resources,
    withWindows: shareUp(whole.down, whole.total),
    withoutWindows: shareUp(whole.down - whole.downInWindows, whole.total - whole.inWindows),
    affected: affected.map(({ row }) => row),
    groups: present(groups.all()),
    applications: present(applications.all()),
  }
}
