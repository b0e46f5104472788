import type { Transaction } from '#server/platform/database/transaction.ts'
import { approvalOfOccurrence, heldUntil } from './extension-sql.ts'

/** For the back-test of alert rules: when windows held alerts of a metric on an entity, by their beginnings; times in milliseconds since 1970. */
export async function findPastHolds(
  transaction: Transaction,
  customerId: string,
  { entityId, metricName, from, to }: { entityId: string; metricName: string; from: number; to: number },
): Promise<{ from: number; to: number; reason: string }[]> {
  const { rows } = await transaction.query<{ from: Date; to: Date; reason: string }>(
    `select o.starts_at as "from", ${heldUntil} as "to", w.reason
     from service_window_occurrence o join service_window w on w.customer_id = o.customer_id and w.window_id = o.window_id
     where o.customer_id = $1 and o.starts_at < $4 and o.starts_at > $3::timestamptz - interval '31 days' and ${heldUntil} > $3
       and o.starts_at <= now() and (coalesce(${approvalOfOccurrence}, 'approved') = 'approved' or o.approved_ends_at is not null) and (w.metrics = '{}' or $5 = any (w.metrics))
       and exists (select from entity e join service_window_target t on t.customer_id = e.customer_id and t.key = any (service_window_keys(e))
         where e.customer_id = $1 and e.entity_id = $2 and t.window_id = o.window_id)
     order by o.starts_at, o.occurrence_id limit 10000`,
    [customerId, entityId, new Date(from), new Date(to), metricName],
  )
  return rows.map((row) => ({ from: row.from.getTime(), to: row.to.getTime(), reason: row.reason }))
}
