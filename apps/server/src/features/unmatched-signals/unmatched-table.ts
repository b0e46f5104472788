import type { NearEntity, UnmatchedSignal } from '@vakt/contract/alerts/unmatched-signals.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'

export type UnmatchedRow = Omit<UnmatchedSignal, 'lastSeenAt'> & { lastSeenAt: Date; sortKeys: string[] }

export async function readUnmatchedForAllCustomers(
  transaction: Transaction,
  { after, limit, dismissed }: { after: readonly string[] | null; limit: number; dismissed: boolean },
): Promise<UnmatchedRow[]> {
  const { rows } = await transaction.query<UnmatchedRow>(
    `with unmatched as (
       select customer_id, source, target_key, count(*)::int as alerts, (count(*) filter (where state = 'firing'))::int as firing,
         max(last_seen_at) as last_seen_at, max(alert_id) as alert_id,
         (array['critical', 'high', 'medium', 'low'])[min(array_position(array['critical', 'high', 'medium', 'low'], severity))] as severity
       from alert where target_key is not null group by customer_id, source, target_key
     )
     select json_build_object('customerId', c.customer_id, 'name', c.name, 'isProvider', c.is_provider) as customer, u.alert_id as "alertId",
       a.name as "alertName", u.source, a.target_name as target, u.alerts, u.firing, u.severity, u.last_seen_at as "lastSeenAt",
       array[u.last_seen_at::text, u.alert_id::text] as "sortKeys"
     from unmatched u join customer c on c.customer_id = u.customer_id join alert a on a.customer_id = u.customer_id and a.alert_id = u.alert_id
     where ($1::timestamptz is null or (u.last_seen_at, u.alert_id) < ($1, $2::bigint))
       and exists (select from unmatched_dismissal d
         where d.customer_id = u.customer_id and d.source = u.source and d.target_key = u.target_key) = $4
     order by u.last_seen_at desc, u.alert_id desc limit $3`,
    [after?.[0], after?.[1], limit + 1, dismissed],
  )
  return rows
}

export type UnmatchedAlert = {
  name: string
  source: string
  targetKey: string | null
  targetName: string | null
  labels: Record<string, string>
  isProvider: boolean
}

export async function readUnmatchedAlert(
  transaction: Transaction,
  customerId: string,
  alertId: string,
): Promise<UnmatchedAlert | undefined> {
  const { rows } = await transaction.query<UnmatchedAlert>(
    `select a.name, a.source, a.target_key as "targetKey", a.target_name as "targetName", a.labels, c.is_provider as "isProvider"
     from alert a join customer c on c.customer_id = a.customer_id where a.customer_id = $1 and a.alert_id = $2`,
    [customerId, alertId],
  )
  return rows[0]
}

/** Entities that share the most parts of the name, for the caller to sort by likeness. `customerId` null: of all customers. */
export async function readCandidatesForAllCustomers(
  transaction: Transaction,
  customerId: string | null,
  { parts, key }: { parts: string[]; key: string },
): Promise<NearEntity[]> {
  const { rows } = await transaction.query<NearEntity>(
    `select json_build_object('customerId', c.customer_id, 'name', c.name) as customer, e.entity_id as "entityId", e.name, e.type,
       e.external_id as "externalId"
     from entity e join customer c on c.customer_id = e.customer_id
     where ($1::text is null or e.customer_id = $1)
       and (e.external_key = $3 or e.host_name = $3 or exists (select from unnest($2::text[]) as part where strpos(e.name_key, part) > 0))
     order by (select count(*) from unnest($2::text[]) as part where strpos(e.name_key, part) > 0) desc, e.entity_id limit 500`,
    [customerId, parts, key],
  )
  return rows
}

/** How many entities answer to this name; more than one is why none was taken. */
export async function countNamesakesForAllCustomers(transaction: Transaction, customerId: string | null, key: string): Promise<number> {
  const { rows } = await transaction.query<{ count: number }>(
    `select count(*)::int as count from entity
     where ($1::text is null or customer_id = $1) and (external_key = $2 or host_name = $2 or name_key = $2)`,
    [customerId, key],
  )
  return rows[0]?.count ?? 0
}
