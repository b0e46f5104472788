import type { SeriesKind } from '@vakt/domain/metrics/bucket.ts'
import { type Label, PointCollector, type SentPoints, type SentSeries } from './sent-points.ts'

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

export const isResourceLabel = (name: string): boolean => resourceLabels.has(name)

/** AGGREGATION_TEMPORALITY_DELTA. */
const delta = 1

/** The kind of a sum by its `aggregation_temporality` and `is_monotonic`; histograms are monotonic. */
export function kindOfSum(aggregationTemporality: number, isMonotonic: boolean): SeriesKind {
  if (aggregationTemporality === delta) return 'delta'
  return isMonotonic ? 'counter' : 'gauge'
}

/** A point without a recorded value: bit 0 of the data point's flags. */
export const hasNoValue = (flags: number): boolean => (flags & 1) === 1

export type OtlpMetric = { name: string; unit: string; kind: SeriesKind }

/** Collects data points of OTLP; those of one metric and attributes become one series. */
export class OtlpCollector {
  private readonly points = new PointCollector()
  private readonly numbers = new Map<string, number>()
  private readonly described: SentSeries[] = []

  /** `attributes` later in the list replace earlier ones of the same name: those of the point come last. */
  add({ name, unit, kind }: OtlpMetric, attributes: readonly Label[], at: number, value: number): void {
    const labels = new Map(attributes)
    labels.set('__name__', name)
    const key = `${kind}\n${unit}\n${JSON.stringify([...labels])}`
    let series = this.numbers.get(key)
    if (series === undefined) {
      series = this.points.keys.push(key) - 1
      this.numbers.set(key, series)
      this.described.push({ labels: [...labels], kind, unit: unit || null })
    }
    this.points.addTo(series, at, value)
  }

  passOver(): void {
    this.points.passedOver++
  }

  finish(): SentPoints {
    return this.points.finish((series) => this.described[series] as SentSeries)
  }
}
