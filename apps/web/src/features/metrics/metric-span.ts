import type { Span } from '#web/ui/chart/span.ts'

export const metricSpans = ['1h', '6h', '24h', '7d', '30d'] as const
export type MetricSpan = (typeof metricSpans)[number]

const hour = 3_600_000
const lengths: Record<MetricSpan, number> = { '1h': hour, '6h': 6 * hour, '24h': 24 * hour, '7d': 168 * hour, '30d': 720 * hour }

export const lastSpan = (span: MetricSpan, now: number): Span => ({ from: now - lengths[span], to: now })

type Asked = { span?: MetricSpan; from?: string; to?: string }

/**
 * What an address asks for. The part that is zoomed into stands still while the span moves on with the clock: once it is no longer within the
 * span, a longer one is taken, and once it is in none, there is no zoom.
 */
export function readMetricSpan({ span = '24h', from, to }: Asked, now: number): { span: MetricSpan; zoom: Span | null } {
  const zoom = from !== undefined && to !== undefined ? { from: Date.parse(from), to: Math.min(Date.parse(to), now) } : null
  if (!zoom || zoom.from >= zoom.to) return { span, zoom: null }
  const holding = metricSpans.find((one) => lengths[one] >= lengths[span] && lastSpan(one, now).from <= zoom.from)
  return holding ? { span: holding, zoom } : { span, zoom: null }
}

/** Buckets as they are kept as long as a screen has about as many pixels; of a month by the hour. */
export const stepMinutesOf = ({ from, to }: Span): number => (to - from > 8 * 24 * hour ? 60 : 5)
