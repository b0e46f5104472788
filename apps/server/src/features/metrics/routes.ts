import * as metrics from '@vakt/contract/metrics.ts'
import { serve } from '#server/platform/http/serve.ts'
import { addPoints } from './add-points.ts'
import type { MetricStore } from './metric-store.ts'
import { getMetricBuckets, listEntityMetrics } from './read-metrics.ts'
import type { PointParts } from './take-points.ts'

/** `points` null: another store keeps the points. */
export const metricRoutes = (store: MetricStore, points: PointParts | null) => [
  serve(metrics.listEntityMetrics, (context, { params }) => listEntityMetrics(context, store, params.customerId, params.entityId)),
  serve(metrics.getMetricBuckets, (context, { params, query }) =>
    getMetricBuckets(context, store, params.customerId, params.seriesId, query),
  ),
  serve(metrics.addMetricPoints, (context, { params, body }) => addPoints(context, points, params.customerId, params.entityId, body)),
]
