import * as metrics from '@vakt/contract/metrics.ts'
import { serve } from '#server/platform/http/serve.ts'
import { addPoints } from './add-points.ts'
import { type LatestValues, listEntitiesByMetric } from './list-entities-by-metric.ts'
import type { MetricStore } from './metric-store.ts'
import { listMetricUsage, setMetricLimit } from './metric-usage.ts'
import { getMetricBuckets, listEntityMetrics } from './read-metrics.ts'
import { listMetricTrends, readMetricNames } from './read-trends.ts'
import type { PointParts } from './take-points.ts'

/** `points` null: another store keeps the points. */
export const metricRoutes = (store: MetricStore, points: PointParts | null, latest: LatestValues = new Map()) => [
  serve(metrics.listEntityMetrics, (context, { params }) => listEntityMetrics(context, store, params.customerId, params.entityId)),
  serve(metrics.getMetricBuckets, (context, { params, query }) =>
    getMetricBuckets(context, store, params.customerId, params.seriesId, query),
  ),
  serve(metrics.listMetricTrends, (context, { params, query }) => listMetricTrends(context, store, params.customerId, query)),
  serve(metrics.listEntitiesByMetric, (context, { params, query, after }) =>
    listEntitiesByMetric(context, { store, latest }, params.customerId, query, after),
  ),
  serve(metrics.listMetricNames, (context, { params }) => readMetricNames(context, params.customerId)),
  serve(metrics.listMetricUsage, (context, { query, after }) => listMetricUsage(context, query, after)),
  serve(metrics.setMetricLimit, (context, { params, body }) => setMetricLimit(context, params.customerId, body.maxSeries)),
  serve(metrics.addMetricPoints, (context, { params, body }) => addPoints(context, points, params.customerId, params.entityId, body)),
]
