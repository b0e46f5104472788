import type { EntityMetric } from '@vakt/contract/metrics.ts'
import type { Unit } from '#web/ui/chart/format-unit.ts'

/** As OpenTelemetry, Azure and Prometheus write them, in lower case. */
const units: Record<string, Unit> = {
  '%': 'percent',
  percent: 'percent',
  by: 'bytes',
  byte: 'bytes',
  bytes: 'bytes',
  'by/s': 'bytesPerSecond',
  'bytes/s': 'bytesPerSecond',
  bytespersecond: 'bytesPerSecond',
  ms: 'milliseconds',
  milliseconds: 'milliseconds',
  s: 'seconds',
  seconds: 'seconds',
  '1/s': 'perSecond',
  countpersecond: 'perSecond',
  '1': 'count',
  count: 'count',
}

type Measured = Pick<EntityMetric, 'metric' | 'unit' | 'kind'>

/** How its values are written. `suffix` is the unit as the sender wrote it, where Vakt knows none of that name. */
export type MetricUnit = { unit: Unit; suffix: string }

/** Of a value as it came. Prometheus says the unit at the end of the name, which for times means the time of day. */
export function unitOfValue({ metric, unit }: Measured): MetricUnit {
  if (unit !== null && unit !== '') {
    const known = units[unit.toLowerCase()]
    return known ? { unit: known, suffix: '' } : { unit: 'count', suffix: unit }
  }
  const [, ending] = /_(bytes|seconds)(?:_total)?$/.exec(metric) ?? []
  return { unit: ending && !/time(stamp)?_seconds$/.test(metric) ? (units[ending] ?? 'count') : 'count', suffix: '' }
}

/** Of what the chart draws: of a counter and of what is added, the rate per second. */
export function unitOfLine(measured: Measured): MetricUnit {
  const { unit, suffix } = unitOfValue(measured)
  if (measured.kind === 'gauge') return { unit, suffix }
  if (unit === 'bytes') return { unit: 'bytesPerSecond', suffix: '' }
  return unit === 'count' ? { unit: 'perSecond', suffix } : { unit: 'count', suffix: '' }
}
