import { queryOptions } from '@tanstack/react-query'
import { listAlertRules } from '@vakt/contract/alert-rules/alert-rules.ts'
import { getAlert, listAlerts } from '@vakt/contract/alerts/alerts.ts'
import { listIncidents } from '@vakt/contract/incidents/incidents.ts'
import { getMetricBuckets, listEntityMetrics } from '@vakt/contract/metrics.ts'
import { call } from '#web/platform/api.ts'
import { serverNow } from '#web/platform/server-clock.ts'
import type { Span } from '#web/ui/chart/span.ts'
import { lastSpan, type MetricSpan, stepMinutesOf } from './metric-span.ts'

/** Nothing says that a point has come: what is in sight is asked for as often as most senders send. */
const refreshMs = 60_000
/** The first series is matched to its resource some seconds after its first value. */
const refreshEmptyMs = 10_000

export const entityMetricsQuery = (customerId: string, entityId: string) =>
  queryOptions({
    queryKey: ['metrics', customerId, 'of-entity', entityId],
    queryFn: ({ signal }) => call(listEntityMetrics, { params: { customerId, entityId }, signal }),
    refetchInterval: ({ state }) => (state.data?.total === 0 ? refreshEmptyMs : refreshMs),
  })

/** The last hours or days, or a part of them that stands still; what was there stays in sight until the next is. */
export const metricBucketsQuery = (customerId: string, seriesId: string, { span, zoom }: { span: MetricSpan; zoom: Span | null }) =>
  queryOptions({
    queryKey: ['metrics', customerId, 'buckets', seriesId, span, zoom],
    queryFn: async ({ signal }) => {
      const whole = lastSpan(span, serverNow())
      const { from, to } = zoom ?? whole
      const query = { from: new Date(from).toISOString(), to: new Date(to).toISOString(), stepMinutes: stepMinutesOf({ from, to }) }
      return { whole, buckets: await call(getMetricBuckets, { params: { customerId, seriesId }, query, signal }) }
    },
    placeholderData: (before, query) => (query?.queryKey[3] === seriesId ? before : undefined),
    refetchInterval: zoom ? false : refreshMs,
  })

/** The active rules that cover the entity and may watch this metric. */
export const rulesOfMetricQuery = (customerId: string, entityId: string, metric: string) =>
  queryOptions({
    queryKey: ['alert-rules', customerId, 'of-metric', entityId, metric],
    queryFn: ({ signal }) =>
      call(listAlertRules, { params: { customerId }, query: { entityId, q: metric.slice(0, 200), active: true, limit: 100 }, signal }),
    select: ({ result }) => result.filter(({ metricName }) => metricName === metric),
  })

/** The latest changed ones, over or not. */
export const incidentsBesideQuery = (customerId: string, entityId: string) =>
  queryOptions({
    queryKey: ['incidents', customerId, 'of-entity', entityId, 'beside-metrics'],
    queryFn: ({ signal }) => call(listIncidents, { params: { customerId }, query: { entityId, limit: 100 }, signal }),
    select: ({ result }) => result,
  })

/** The values of one series in a span that stands still; `isLive`: it goes on up to now. */
export const metricSpanQuery = (customerId: string, seriesId: string, span: Span, isLive: boolean) =>
  queryOptions({
    queryKey: ['metrics', customerId, 'span', seriesId, span.from, isLive ? null : span.to],
    queryFn: ({ signal }) => {
      const to = isLive ? serverNow() : span.to
      const query = {
        from: new Date(span.from).toISOString(),
        to: new Date(to).toISOString(),
        stepMinutes: stepMinutesOf({ from: span.from, to }),
      }
      return call(getMetricBuckets, { params: { customerId, seriesId }, query, signal })
    },
    refetchInterval: isLive ? refreshMs : false,
  })

/** The alert of an incident that says which metric it is about: the first one. */
export const alertWithMetricQuery = (customerId: string, incidentId: string) =>
  queryOptions({
    queryKey: ['alerts', customerId, 'metric-of-incident', incidentId],
    queryFn: async ({ signal }) => {
      const { result } = await call(listAlerts, { params: { customerId }, query: { incidentId, limit: 50 }, signal })
      const [first] = result
        .filter(({ metricName, entity }) => metricName !== null && entity !== null)
        .toSorted((a, b) => Date.parse(a.startedAt) - Date.parse(b.startedAt))
      return first ? call(getAlert, { params: { customerId, alertId: first.alertId }, signal }) : null
    },
  })
