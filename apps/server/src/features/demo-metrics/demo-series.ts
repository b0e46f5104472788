import { bucketEnd, bucketMilliseconds, bucketStart } from '@vakt/domain/metrics/bucket.ts'
import { type Buckets, createBuckets, setBucket } from '@vakt/domain/metrics/bucket-columns.ts'
import { activityAt, drift, incidentShare, noise } from './demo-curves.ts'
import type { DemoResource, Incident } from './demo-metric-table.ts'
import { type Moment, type Shape, shapesOf } from './demo-shapes.ts'

const pointsPerBucket = 5
const minute = 60_000
const day = 86_400_000

export type DemoSeries = {
  shape: Shape
  labels: Record<string, string>
  seed: number
  level: number
  /** Nothing was measured before. */
  from: number
  incidents: Incident[]
  /** When the machine did not answer: nothing was measured. */
  gaps: Incident[]
}

const seedOf = (text: string) => [...text].reduce((seed, letter) => (Math.imul(seed, 31) + letter.charCodeAt(0)) | 0, 17)

function labelsOf({ entityId, name, type }: DemoResource, { dimensions = {} }: Shape): Record<string, string> {
  const isMachine = /virtualmachines$|hybridcompute/.test(type)
  return { ...(isMachine ? { instance: `${name}:9100`, job: 'node' } : { vakt_entity: entityId }), ...dimensions }
}

/** Everything that the demo's resources measure, with the incidents that show in it. */
export function planSeries(resources: readonly DemoResource[], incidents: readonly Incident[]): DemoSeries[] {
  const incidentsOf = Map.groupBy(incidents, ({ entityId }) => entityId)
  return resources.flatMap((resource) => {
    const mine = incidentsOf.get(resource.entityId) ?? []
    const gaps = mine.filter(({ rule }) => rule === 'HostUnreachable')
    return shapesOf(resource).map((shape) => {
      const seed = seedOf(`${resource.name} ${shape.metric} ${JSON.stringify(shape.dimensions ?? {})}`)
      const shows = ({ rule, text }: Incident) =>
        shape.incidents?.rules.includes(rule) === true && (!shape.incidents.about || text.startsWith(`${shape.incidents.about} `))
      return {
        shape,
        labels: labelsOf(resource, shape),
        seed,
        level: (noise(seed, 1) + 1) / 2,
        from: resource.createdAt.getTime(),
        incidents: mine.filter(shows),
        gaps: shape.metric === 'up' ? [] : gaps,
      }
    })
  })
}

const during = ({ from, to }: Incident, at: number) => at >= from && (to === null || at < to)

function valueAt({ shape, seed, level, from, incidents, gaps }: DemoSeries, at: number, activity: number): number | null {
  if (at < from || gaps.some((gap) => during(gap, at))) return null
  const moment: Moment = {
    activity,
    wave: 0.6 * drift(seed, at, 3 * 3_600_000) + 0.4 * drift(seed + 1, at, 40 * minute),
    noise: noise(seed + 2, Math.floor(at / bucketMilliseconds)),
    level,
    day: at / day,
  }
  const usual = shape.usual(moment)
  if (!shape.incidents || incidents.length === 0) return usual
  let share = 0
  for (const incident of incidents)
    share = Math.max(share, shape.metric === 'up' ? Number(during(incident, at)) : incidentShare(at, incident))
  return share === 0 ? usual : usual * (1 - share) + shape.incidents.value(moment) * share
}

const near = ({ incidents, gaps, ...series }: DemoSeries, from: number, to: number): DemoSeries => {
  const isNear = (one: Incident) => one.from - 30 * minute < to && (one.to === null || one.to + 30 * minute > from)
  return { ...series, incidents: incidents.filter(isNear), gaps: gaps.filter(isNear) }
}

/** A value at a minute, as it would be sent; null where there is none. Never below zero. */
export function pointAt(series: DemoSeries, at: number, activity = activityAt(at)): number | null {
  const value = valueAt(series, at, activity)
  return value === null ? null : tidy(series, value + series.shape.spread * noise(series.seed + 3, Math.floor(at / minute)))
}

/** By unit, how many parts of one are kept. */
const partsOf: Record<string, number> = { By: 1, 'By/s': 1, Count: 1, Seconds: 10_000 }

function tidy({ shape }: DemoSeries, value: number): number {
  const parts = shape.kind === 'delta' ? 1 : (partsOf[shape.unit ?? ''] ?? 100)
  return Math.round(Math.max(0, shape.unit === '%' ? Math.min(100, value) : value) * parts) / parts
}

/** The activity in the middle of each of these buckets, which all series share. */
export const activitiesOf = (slots: readonly number[]): Float64Array =>
  Float64Array.from(slots, (slot) => activityAt(bucketStart(slot) + bucketMilliseconds / 2))

/** The closed buckets of one series, numbered from the first slot. Each of them may stand for several. */
export function bucketsOf(all: DemoSeries, slots: readonly number[], activities: Float64Array, slotsEach = 1): Buckets {
  const [first = 0] = slots
  const series = near(all, bucketStart(first), bucketEnd(slots.at(-1) ?? first))
  const found: { no: number; value: number }[] = []
  for (const [index, slot] of slots.entries()) {
    const value = valueAt(series, bucketStart(slot) + bucketMilliseconds / 2, activities[index] as number)
    if (value !== null) found.push({ no: slot - first, value })
  }
  const buckets = createBuckets(found.length)
  const { spread } = series.shape
  for (const [index, { no, value }] of found.entries()) {
    const around = spread * (0.6 + 0.4 * noise(series.seed + 4, no + first))
    const average = tidy(series, value)
    const last = tidy(series, value + around * noise(series.seed + 5, no + first))
    const min = Math.min(average, last, tidy(series, value - around))
    const max = Math.max(average, last, tidy(series, value + around))
    const count = pointsPerBucket * slotsEach
    setBucket(buckets, index, no, { count, sum: average * count, min, max, last })
  }
  return buckets
}
