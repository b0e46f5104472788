import { entityFilter, ListedEntity } from '@vakt/contract/entities/entity-list.ts'

import { environmentAccess, metricAccess } from './features.ts'
import { operation } from './operation.ts'
import { moment, nullable, object, oneLine, oneOf, pageLimit, type Static, several, Type } from './schema.ts'

/** What a series measures: a value, a total that only grows, or what was added since the point before. */
export const metricKinds = ['gauge', 'counter', 'delta'] as const

export const metricLimits = { maxPoints: 1000, maxSteps: 9000, maxSeriesOfEntity: 5000, maxTrends: 500, maxNames: 200 } as const

/** One label set of an entity. */
export const EntityMetric = object({
  seriesId: Type.String(),
  metric: Type.String(),
  /** What tells its series apart: the labels without those that name the entity. */
  dimensions: Type.Record(Type.String(), Type.String()),
  kind: oneOf(metricKinds),
  /** As the sender wrote it: `By`, `seconds`, `%`. */
  unit: nullable(Type.String()),
  /** The last value of the newest bucket, and the end of that bucket; null when it has sent nothing for 35 days. */
  latest: nullable(object({ value: nullable(Type.Number({ description: 'Null: infinite' })), at: moment() })),
})
export type EntityMetric = Static<typeof EntityMetric>

export const listEntityMetrics = operation({
  summary: 'The metrics of an entity by name, with unit and latest value',
  method: 'GET',
  path: '/customer/:customerId/entity/:entityId/metric',
  access: metricAccess,
  openToLimited: true,
  result: object({ metrics: Type.Array(EntityMetric, { maxItems: metricLimits.maxSeriesOfEntity }), total: Type.Integer() }),
})

const column = () => Type.Array(nullable(Type.Number()))

/** Buckets of one series in columns; what has the same index belongs together. Steps without points are left out. */
export const MetricBuckets = object({
  metric: Type.String(),
  dimensions: Type.Record(Type.String(), Type.String()),
  kind: oneOf(metricKinds),
  unit: nullable(Type.String()),
  stepSeconds: Type.Integer(),
  /** Up to here buckets are closed. */
  closedTo: moment(),
  /** When each step begins, in seconds since 1970-01-01T00:00:00Z. */
  at: Type.Array(Type.Integer()),
  count: Type.Array(Type.Integer()),
  /** Of a counter and a delta the rate per second. Infinite values are null, here and below. */
  avg: column(),
  min: column(),
  max: column(),
  /** Of a counter its increase. */
  sum: column(),
  last: column(),
})
export type MetricBuckets = Static<typeof MetricBuckets>

export const getMetricBuckets = operation({
  summary: 'The buckets of one series for a span of time, in steps of at least 5 minutes',
  method: 'GET',
  path: '/customer/:customerId/metric-series/:seriesId/bucket',
  access: metricAccess,
  openToLimited: true,
  query: object({
    to: Type.Optional(Type.String({ format: 'date-time', description: 'Default: now' })),
    from: Type.Optional(Type.String({ format: 'date-time', description: 'Default: 24 hours before `to`' })),
    stepMinutes: Type.Optional(
      Type.Integer({ minimum: 5, maximum: 44_640, multipleOf: 5, default: 5, description: 'Of buckets older than 35 days: 60 or more' }),
    ),
  }),
  result: MetricBuckets,
})

/** The last hours of one series, as a small line draws it. */
export const MetricTrend = object({
  entityId: Type.String(),
  ...EntityMetric.properties,
  /** The average of each step, of a counter and a delta the rate per second; null where there was no point, or an infinite one. */
  values: column(),
})
export type MetricTrend = Static<typeof MetricTrend>

export const listMetricTrends = operation({
  summary: 'The last six hours of the series of some entities, by metric and dimensions',
  method: 'GET',
  path: '/customer/:customerId/metric-trend',
  access: metricAccess,
  openToLimited: true,
  query: object({
    entityId: several(Type.String({ format: 'uuid' })),
    metric: several(Type.String({ minLength: 1, maxLength: 1000 })),
  }),
  result: object({
    stepSeconds: Type.Integer(),
    trends: Type.Array(MetricTrend, { maxItems: metricLimits.maxTrends }),
    total: Type.Integer(),
  }),
})

export const listEntitiesByMetric = operation({
  summary: 'Entities by what they measured in the last hour, those without it last; by name for callers who may not see metrics',
  method: 'GET',
  path: '/customer/:customerId/entity-by-metric',
  access: environmentAccess,
  query: object({
    ...pageLimit,
    ...entityFilter,
    metric: Type.Optional(
      Type.String({ maxLength: 1000, description: 'Of several series of an entity the highest counts; without it by name' }),
    ),
    direction: Type.Optional(oneOf(['asc', 'desc'], { description: '`asc`, which it is unless asked for: the highest first' })),
  }),
  listOf: ListedEntity,
})

export const listMetricNames = operation({
  summary: 'The names of the metrics that entities of the customer have, those of most entities first',
  method: 'GET',
  path: '/customer/:customerId/metric-name',
  access: metricAccess,
  result: object({
    names: Type.Array(object({ metric: Type.String(), entities: Type.Integer() }), { maxItems: metricLimits.maxNames }),
  }),
})

export const addMetricPoints = operation({
  summary: 'Store points of metrics of one entity; points sent twice count once',
  method: 'POST',
  path: '/customer/:customerId/entity/:entityId/metric-point',
  access: ['@feature.myenvironment.write'],
  announcesNothing: 'Charts ask for new points by the clock.',
  recordsNothing: 'What machines measure is data, thousands of points at a time.',
  noIdempotencyKey: 'A point that is stored is not stored again: of two values at one time the first counts.',
  body: object({
    points: Type.Array(
      object({
        metric: oneLine({ pattern: '\\S', maxLength: 300 }),
        dimensions: Type.Optional(
          Type.Record(Type.String({ minLength: 1, maxLength: 100 }), Type.String({ maxLength: 300 }), { maxProperties: 20 }),
        ),
        kind: Type.Optional(
          oneOf(metricKinds, { description: 'Counts when the series is new; default: counter for names that end in `_total`, else gauge' }),
        ),
        unit: Type.Optional(oneLine({ maxLength: 100 })),
        at: moment(),
        value: Type.Number(),
      }),
      { minItems: 1, maxItems: metricLimits.maxPoints },
    ),
  }),
  result: object({
    stored: Type.Integer(),
    /** Older than 24 hours, and more than 10 minutes ahead: not stored. */
    tooOld: Type.Integer(),
    tooEarly: Type.Integer(),
    /** Of series beyond the limit of the customer: not stored. */
    refused: Type.Integer(),
  }),
})

/** How much of its limit of active label sets a customer uses. */
export const MetricUsage = object({
  customer: object({ customerId: Type.String(), name: Type.String() }),
  /** Label sets that sent in the last two days, recounted each night. */
  activeSeries: Type.Integer(),
  maxSeries: Type.Integer(),
  /** When a label set was last refused; null: never. */
  refusedAt: nullable(moment()),
})
export type MetricUsage = Static<typeof MetricUsage>

export const listMetricUsage = operation({
  summary: 'The customers that send metrics, those nearest to their limit first',
  method: 'GET',
  path: '/admin/metric-usage',
  access: 'global-admin',
  query: object({ ...pageLimit }),
  listOf: MetricUsage,
})

export const MetricLimit = object({
  maxSeries: Type.Integer({
    minimum: 0,
    maximum: 5_000_000,
    messages: { type: 'metric.limit_number', minimum: 'metric.limit_range', maximum: 'metric.limit_range' },
  }),
})
export type MetricLimit = Static<typeof MetricLimit>

export const setMetricLimit = operation({
  summary: 'Set how many active label sets a customer may have; those that are there stay',
  method: 'PUT',
  path: '/admin/customer/:customerId/metric-limit',
  access: 'global-admin',
  announces: { content: ['metric-usage'], to: 'staff' },
  recordsItself: ['metric-limit.change'],
  body: MetricLimit,
  result: MetricUsage,
})
