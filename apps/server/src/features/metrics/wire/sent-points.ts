import type { SeriesKind } from '@vakt/domain/metrics/bucket.ts'

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
}

/** Collects points in columns that grow. */
export class PointCollector {
  readonly keys: string[] = []
  count = 0
  series = new Uint32Array(1024)
  at = new Float64Array(1024)
  value = new Float64Array(1024)
  metadata: MetricMetadata[] = []
  passedOver = 0

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

  finish(describe: (series: number) => SentSeries): SentPoints {
    const { keys, count, series, at, value, metadata, passedOver } = this
    return { keys, describe, count, series, at, value, metadata, passedOver }
  }

  private grow(): void {
    const longer = <Column extends Uint32Array | Float64Array>(column: Column, next: Column) => {
      next.set(column)
      return next
    }
    this.series = longer(this.series, new Uint32Array(this.count * 2))
    this.at = longer(this.at, new Float64Array(this.count * 2))
    this.value = longer(this.value, new Float64Array(this.count * 2))
  }
}
