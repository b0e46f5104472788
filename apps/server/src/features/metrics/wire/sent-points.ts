import { hash } from 'node:crypto'
import type { SeriesKind } from '@vakt/domain/metrics/bucket.ts'
import { type FaultCounts, noFaults, type PointFault, requestLimits, TooMuchAtOnce } from './request-bounds.ts'

export type Label = readonly [name: string, value: string]

/** A label set as a sender describes it, its name as `__name__` among the labels. Null is what it does not say. */
export type SentSeries = { labels: Label[]; kind: SeriesKind | null; unit: string | null }

export type MetricMetadata = { metric: string; kind: SeriesKind; unit: string | null }

/** What one request brings: points in columns, in the order sent. `series` of a point is an index into `keys`. */
export type SentPoints = {
  /** Names a label set within this process: equal keys are equal sets, and only those that are not known yet are described. */
  keys: string[]
  describe(series: number): SentSeries
  count: number
  series: Uint32Array
  /** Milliseconds since the epoch. */
  at: Float64Array
  value: Float64Array
  metadata: MetricMetadata[]
  /** Points that are understood and not taken, such as native histograms. */
  passedOver: number
  /** Points that were left out while they were read. */
  faults: FaultCounts
}

/** The key of a label set, of one size however large the set is. */
export const keyOf = (labels: Uint8Array | string): string => hash('sha256', labels, 'binary')

/** Takes memory into account before it is taken; throws when there is none. */
export type HoldMemory = (bytes: number) => void

const bytesPerPoint = 20
const bytesPerSeries = 100

/** Collects points in columns that grow. With `hold` they are those of a request, which is bounded: throws TooMuchAtOnce. */
export class PointCollector {
  readonly keys: string[] = []
  count = 0
  series = new Uint32Array(1024)
  at = new Float64Array(1024)
  value = new Float64Array(1024)
  metadata: MetricMetadata[] = []
  passedOver = 0
  readonly faults = noFaults()
  readonly #hold: HoldMemory | null

  constructor(hold: HoldMemory | null = null) {
    this.#hold = hold
  }

  /** A point of the series that is added to `keys` next. */
  add(at: number, value: number): void {
    this.addTo(this.keys.length, at, value)
  }

  addTo(series: number, at: number, value: number): void {
    if (this.count === this.series.length) this.grow()
    this.series[this.count] = series
    this.at[this.count] = at
    this.value[this.count++] = value
  }

  /** Names the series whose points were added; returns its number. */
  addKey(key: string): number {
    if (this.#hold && this.keys.length >= requestLimits.series)
      throw new TooMuchAtOnce(`More than ${requestLimits.series} series in one request.`)
    if (this.keys.length % 1024 === 1023) this.holdMemory(this.series.length)
    return this.keys.push(key) - 1
  }

  /** The points since that count are of a series that has a fault, or of none: they are left out. */
  leaveOut(since: number, fault: PointFault): void {
    this.faults[fault] += this.count - since
    this.count = since
  }

  finish(describe: (series: number) => SentSeries): SentPoints {
    const { keys, count, series, at, value, metadata, passedOver, faults } = this
    return { keys, describe, count, series, at, value, metadata, passedOver, faults }
  }

  private holdMemory(points: number): void {
    this.#hold?.(points * bytesPerPoint + this.keys.length * bytesPerSeries)
  }

  private grow(): void {
    if (this.#hold && this.count >= requestLimits.points)
      throw new TooMuchAtOnce(`More than ${requestLimits.points} points in one request.`)
    // Of one column at a time there is the old one beside it.
    this.holdMemory(this.count * 2.4)
    const longer = <Column extends Uint32Array | Float64Array>(column: Column, next: Column) => {
      next.set(column)
      return next
    }
    this.series = longer(this.series, new Uint32Array(this.count * 2))
    this.at = longer(this.at, new Float64Array(this.count * 2))
    this.value = longer(this.value, new Float64Array(this.count * 2))
  }
}
