import { queryOptions } from '@tanstack/react-query'
import { listMetricNames, listMetricTrends, type MetricTrend } from '@vakt/contract/metrics.ts'
import { call } from '#web/platform/api.ts'

/** As often as most senders send. */
const refreshMs = 60_000
const gatherMs = 20
const maxEntities = 50

/** The last hours of the series of an entity; `metric` null: of all its metrics. */
export const metricTrendsQuery = (customerId: string, entityId: string, metric: string | null) =>
  queryOptions({
    queryKey: ['metrics', customerId, 'trends', metric, entityId],
    queryFn: () => loadTrends(customerId, metric, entityId),
    refetchInterval: refreshMs,
  })

export const metricNamesQuery = (customerId: string) =>
  queryOptions({
    queryKey: ['metrics', customerId, 'names'],
    queryFn: ({ signal }) => call(listMetricNames, { params: { customerId }, signal }),
    select: ({ names }) => names,
    staleTime: 5 * refreshMs,
  })

type Waiting = { entityId: string; resolve: (trends: MetricTrend[]) => void; reject: (error: unknown) => void }
const waitingOf = new Map<string, Waiting[]>()

/** Many rows of a list ask at once, each for its own entity: one call asks for fifty of them. */
function loadTrends(customerId: string, metric: string | null, entityId: string): Promise<MetricTrend[]> {
  const key = JSON.stringify([customerId, metric])
  return new Promise((resolve, reject) => {
    const waiting = waitingOf.get(key) ?? []
    waiting.push({ entityId, resolve, reject })
    const askNow = () => {
      waitingOf.delete(key)
      void askTogether(customerId, metric, waiting)
    }
    if (waiting.length === 1) {
      waitingOf.set(key, waiting)
      setTimeout(() => waitingOf.get(key) === waiting && askNow(), gatherMs)
    }
    if (waiting.length === maxEntities) askNow()
  })
}

async function askTogether(customerId: string, metric: string | null, waiting: readonly Waiting[]): Promise<void> {
  try {
    const entityId = [...new Set(waiting.map((one) => one.entityId))]
    const query = { entityId, ...(metric === null ? {} : { metric: [metric] }) }
    const { trends } = await call(listMetricTrends, { params: { customerId }, query })
    const byEntity = Map.groupBy(trends, (trend) => trend.entityId)
    for (const one of waiting) one.resolve(byEntity.get(one.entityId) ?? [])
  } catch (error) {
    for (const { reject } of waiting) reject(error)
  }
}
