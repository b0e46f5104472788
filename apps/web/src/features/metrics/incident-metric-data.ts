import type { MetricTrend } from '@vakt/contract/metrics.ts'
import type { Span } from '#web/ui/chart/span.ts'

const minute = 60_000
const before = 90 * minute
const after = 60 * minute
const longest = 24 * 60 * minute

type Times = { openedAt: string; resolvedAt: string | null }

/** From before the start of an incident to after its end, a day of it at most; `isLive` while that is not over. */
export function spanAround({ openedAt, resolvedAt }: Times, now: number): { span: Span; isLive: boolean } {
  const opened = Date.parse(openedAt)
  const end = resolvedAt === null ? now : Date.parse(resolvedAt) + after
  const to = Math.min(Math.max(end, opened + after), opened + longest)
  return { span: { from: opened - before, to: Math.min(to, now) }, isLive: to >= now }
}

type Alert = { description: string; labels: Record<string, string> }

/** The series whose dimensions the alert names; else the only one there is. */
export function seriesOfAlert(trends: readonly MetricTrend[], { labels, description }: Alert): MetricTrend | undefined {
  const named = (value: string) => description.split(/[\s,;:()"']+/).includes(value)
  const fits = ({ dimensions }: MetricTrend) =>
    Object.entries(dimensions).every(([name, value]) => (name in labels ? labels[name] === value : named(value)))
  const fitting = trends.filter(fits)
  return fitting.length === 1 ? fitting[0] : trends.length === 1 ? trends[0] : undefined
}

/** The limit that the source of the alert says, where it is a number. */
export function limitOfAlert({ labels }: Pick<Alert, 'labels'>): number | null {
  const limit = labels.threshold === undefined || labels.threshold.trim() === '' ? Number.NaN : Number(labels.threshold)
  return Number.isFinite(limit) ? limit : null
}
