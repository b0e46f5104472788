import type { StandardCover } from '@vakt/contract/alert-rules/rule-standards.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { type CoverFilter, filterColumnsOf } from './covered-entity-table.ts'

export type { CoverFilter } from './covered-entity-table.ts'

/** The metrics of these many are offered: enough to name what such resources have, and bounded at any size. */
const sampled = 2_000
const maxChoices = 500

/** As `alert_rule_covers`, of customers that have not left; written out, so that the filter is read once and not for each entity. */
const covered = `from entity e
  where ($1::text[] = '{}' or lower(e.type) = any ($1)) and ($2::text[] = '{}' or lower(e.resource_group) = any ($2))
    and ($3::jsonb = '{}' or not exists (select from jsonb_each($3) t where not coalesce(t.value ? (e.tags ->> t.key), false)))
    and not exists (select from closed_customer d where d.customer_id = e.customer_id)`

export async function readCoverForAllCustomers(transaction: Transaction, filter: CoverFilter): Promise<Omit<StandardCover, 'groups'>> {
  const { filter_types, filter_resource_groups, filter_tags } = filterColumnsOf(filter)
  const values = [filter_types, filter_resource_groups, JSON.stringify(filter_tags)]
  const counts = await transaction.query<{ entities: number; customers: number }>(
    `select count(*)::int as entities, count(distinct e.customer_id)::int as customers ${covered}`,
    values,
  )
  const types = await transaction.query<StandardCover['types'][number]>(
    `select min(e.type) as type, count(*)::int as entities from entity e
     where not exists (select from closed_customer d where d.customer_id = e.customer_id)
     group by lower(e.type) order by entities desc, type limit $1`,
    [maxChoices],
  )
  const metrics = await transaction.query<StandardCover['metrics'][number]>(
    `with sample as materialized (select e.customer_id, e.entity_id ${covered} limit ${sampled})
     select s.metric as "metricName", min(s.unit) as unit, count(distinct (s.customer_id, s.entity_id))::int as entities
     from sample o join metric_series s on s.customer_id = o.customer_id and s.entity_id = o.entity_id
     group by s.metric order by entities desc, s.metric limit ${maxChoices}`,
    values,
  )
  return { ...(counts.rows[0] ?? { entities: 0, customers: 0 }), types: types.rows, metrics: metrics.rows }
}
