import type { UnmatchedSeries } from '@vakt/contract/alerts/unmatched-signals.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import type { UnmatchedAlert } from './unmatched-table.ts'

export type UnmatchedSeriesRow = Omit<UnmatchedSeries, 'firstSeenAt'> & { firstSeenAt: Date; sortKeys: string[] }

/** What was bound is listed no more, also where its points go to another customer from then on. */
export async function readUnmatchedSeriesForAllCustomers(
  transaction: Transaction,
  { after, limit }: { after: readonly string[] | null; limit: number },
): Promise<UnmatchedSeriesRow[]> {
  const { rows } = await transaction.query<UnmatchedSeriesRow>(
    `with unmatched as (
       select customer_id, target_key, count(*)::int as series, count(distinct metric)::int as metrics, max(series_no) as series_no,
         max(first_seen_at) as first_seen_at
       from metric_series where entity_id is null and target_key is not null group by customer_id, target_key
     )
     select json_build_object('customerId', c.customer_id, 'name', c.name, 'isProvider', c.is_provider) as customer,
       s.series_no::text as "seriesId", s.target_name as target, s.metric, u.metrics, u.series, u.first_seen_at as "firstSeenAt",
       array[u.first_seen_at::text, u.customer_id, u.series_no::text] as "sortKeys"
     from unmatched u join customer c on c.customer_id = u.customer_id
     join metric_series s on s.customer_id = u.customer_id and s.series_no = u.series_no
     where ($1::timestamptz is null or (u.first_seen_at, u.customer_id, u.series_no) < ($1, $2, $3::int))
       and not exists (
         select from entity_binding b where b.customer_id = u.customer_id and b.source = 'metrics' and b.target_key = u.target_key)
     order by u.first_seen_at desc, u.customer_id desc, u.series_no desc limit $4`,
    [after?.[0], after?.[1], after?.[2], limit + 1],
  )
  return rows
}

/** A series as an alert that matched nothing is; `targetKey` null: it is matched. */
export async function readUnmatchedSeries(
  transaction: Transaction,
  customerId: string,
  seriesNo: string,
): Promise<UnmatchedAlert | undefined> {
  const { rows } = await transaction.query<UnmatchedAlert>(
    `select s.metric as name, 'metrics' as source, case when s.entity_id is null then s.target_key end as "targetKey",
       s.target_name as "targetName", s.labels, c.is_provider as "isProvider"
     from metric_series s join customer c on c.customer_id = s.customer_id where s.customer_id = $1 and s.series_no = $2::bigint`,
    [customerId, seriesNo],
  )
  return rows[0]
}
