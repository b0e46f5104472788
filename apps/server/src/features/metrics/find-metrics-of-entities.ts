import type { SeriesKind } from '@vakt/domain/metrics/bucket.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'

type MetricOfEntities = { metricName: string; unit: string | null; kind: SeriesKind; entities: number; types: string[] }

/** As `listMetricNames`, with what a rule on the metric is told of it: its unit and kind, and the types of the entities that have it. */
export async function listMetricsOfEntities(transaction: Transaction, customerId: string, limit: number): Promise<MetricOfEntities[]> {
  const { rows } = await transaction.query<MetricOfEntities>(
    `with recursive name as (
       (select metric from metric_series where customer_id = $1 order by metric limit 1)
       union all
       select (select s.metric from metric_series s where s.customer_id = $1 and s.metric > n.metric order by s.metric limit 1)
       from name n where n.metric is not null
     )
     select n.metric as "metricName", m.unit, m.kind, m.entities, m.types from name n
     cross join lateral (
       select min(s.unit) as unit, min(s.kind) as kind, count(distinct s.entity_id)::int as entities, array_agg(distinct e.type) as types
       from (select entity_id, unit, kind from metric_series s where s.customer_id = $1 and s.metric = n.metric and s.entity_id is not null
             limit 2000) s
       join entity e on e.customer_id = $1 and e.entity_id = s.entity_id
     ) m
     where n.metric is not null and m.entities > 0 order by m.entities desc, n.metric limit $2`,
    [customerId, limit],
  )
  return rows
}
