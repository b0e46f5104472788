import { createHash } from 'node:crypto'
import type { SeriesKind } from '@vakt/domain/metrics/bucket.ts'
import { maxSetBytes, type PointFault, RequestBounds, setLimits } from './request-bounds.ts'
import { type HoldMemory, keyOf, type Label, PointCollector, type SentPoints } from './sent-points.ts'

/** Attributes of the resource that become labels. The others are many, and change with each start of a process. */
const resourceLabels = new Set([
  'service.name',
  'service.namespace',
  'service.instance.id',
  'host.name',
  'host.id',
  'cloud.resource_id',
  'deployment.environment',
  'deployment.environment.name',
  'k8s.cluster.name',
  'k8s.namespace.name',
  'k8s.node.name',
  'k8s.pod.name',
  'k8s.container.name',
  'container.name',
  'vakt_entity',
  'vakt.entity',
])

/** AGGREGATION_TEMPORALITY_DELTA. */
const delta = 1

/** The kind of a sum by its `aggregation_temporality` and `is_monotonic`; histograms are monotonic. */
export function kindOfSum(aggregationTemporality: number, isMonotonic: boolean): SeriesKind {
  if (aggregationTemporality === delta) return 'delta'
  return isMonotonic ? 'counter' : 'gauge'
}

/** A point without a recorded value: bit 0 of the data point's flags. */
export const hasNoValue = (flags: number): boolean => (flags & 1) === 1

/** The attributes of a resource that become labels, or why none of its points is taken. */
export class SharedLabels {
  readonly labels = new Map<string, string>()
  fault: PointFault | null = null
  bytes = 0
  #key: Buffer | undefined

  add([name, value]: Label): void {
    if (!resourceLabels.has(name)) return
    if (name.length + value.length > setLimits.labelLength) this.fault ??= 'label-too-long'
    else {
      this.labels.set(name, value)
      this.bytes += name.length + value.length
    }
  }

  /** Stands for all of them; to be asked once they are read. */
  get key(): Buffer {
    this.#key ??= createHash('sha256')
      .update(JSON.stringify([...this.labels]))
      .digest()
    return this.#key
  }
}

/** What all data points of a metric, or of one part of it, have in common. */
export class OtlpMetric {
  readonly name: string
  readonly unit: string
  readonly kind: SeriesKind
  readonly shared: SharedLabels
  readonly fault: PointFault | null
  /** Stands for all of it in the keys of its series. */
  readonly key: Buffer

  constructor(name: string, unit: string, kind: SeriesKind, shared: SharedLabels) {
    this.name = name
    this.unit = unit
    this.kind = kind
    this.shared = shared
    const nameFault = name === '' ? 'no-name' : name.length > setLimits.labelLength ? 'label-too-long' : null
    this.fault = shared.fault ?? nameFault
    this.key = this.fault
      ? Buffer.alloc(0)
      : createHash('sha256')
          .update(shared.key)
          .update(JSON.stringify([name, unit, kind]))
          .digest()
  }

  /** The count or the sum of a distribution. */
  part(suffix: '_count' | '_sum'): OtlpMetric {
    return new OtlpMetric(`${this.name}${this.name && suffix}`, suffix === '_count' ? '' : this.unit, this.kind, this.shared)
  }
}

/** Where the attributes of a point are, to be read when its series is new. */
type PointPlace = { metric: OtlpMetric; from: number; end: number; field: number }

/** What the keys of series are made in, one after the other, within one turn. */
const scratch = Buffer.alloc(32 + maxSetBytes)

/** Collects data points of OTLP; those of one metric and attributes become one series. */
export class OtlpCollector {
  readonly bounds = new RequestBounds()
  readonly #points: PointCollector
  readonly #numbers = new Map<string, number>()
  readonly #places: PointPlace[] = []

  constructor(hold: HoldMemory) {
    this.#points = new PointCollector(hold)
  }

  leaveOut(fault: PointFault): void {
    this.#points.faults[fault]++
  }

  /** A point of the attributes that `write` puts, as they were sent, behind the given place; it returns where they end. */
  add(place: PointPlace, write: (target: Buffer, at: number) => number, at: number, value: number): void {
    const { metric } = place
    if (metric.fault) {
      this.leaveOut(metric.fault)
      return
    }
    const end = write(scratch, metric.key.copy(scratch))
    const key = keyOf(scratch.subarray(0, end))
    let series = this.#numbers.get(key)
    if (series === undefined) {
      this.bounds.labels(end + metric.shared.bytes)
      series = this.#points.addKey(key)
      this.#numbers.set(key, series)
      this.#places.push(place)
    }
    this.#points.addTo(series, at, value)
  }

  /** `readAttributes` reads those of a point. Later ones replace earlier ones of the same name: those of the point come last. */
  finish(readAttributes: (place: PointPlace) => Label[]): SentPoints {
    return this.#points.finish((series) => {
      const place = this.#places[series] as PointPlace
      const { name, unit, kind, shared } = place.metric
      const labels = new Map([...shared.labels, ...readAttributes(place)])
      labels.set('__name__', name)
      return { labels: [...labels], kind, unit: unit || null }
    })
  }
}
