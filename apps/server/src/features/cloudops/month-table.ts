import type { CloudOpsCost, CloudOpsMonth } from '@vakt/contract/cloudops.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'

/** By the name of the resource. */
export async function readFrozenCosts(transaction: Transaction, customerId: string, month: string): Promise<CloudOpsCost[]> {
  const { rows } = await transaction.query<CloudOpsCost>(
    `select entity_id as "entityId", entity_name as "entityName", entity_type as "entityType", active_minutes as "activeMinutes", pricing,
       amount_minor::float8 as "amountMinor", currency
     from cloudops_month where customer_id = $1 and month = $2 order by entity_name, entity_id`,
    [customerId, month],
  )
  return rows
}

/** The ids of the resources with these values of these tags, an empty one for those without the tag; none for more values than tags. */
export async function readResourcesOfGroup(
  transaction: Transaction,
  customerId: string,
  { tagKeys, group }: { tagKeys: readonly string[]; group: readonly string[] },
): Promise<Set<string>> {
  const { rows } = await transaction.query<{ entityId: string }>(
    `select e.entity_id as "entityId" from entity e where e.customer_id = $1 and cardinality($3::text[]) <= cardinality($2::text[])
       and not exists (select from unnest($2::text[], $3::text[]) as wanted (key, value)
         where wanted.value is not null and coalesce(e.tags ->> wanted.key, '') <> wanted.value)`,
    [customerId, tagKeys, group],
  )
  return new Set(rows.map(({ entityId }) => entityId))
}

/** Those that are over, the latest first; without a currency where nothing cost anything. */
export async function readFrozenMonths(
  transaction: Transaction,
  customerId: string,
  limit: number,
): Promise<(Omit<CloudOpsMonth, 'currency'> & { currency: string | null })[]> {
  const { rows } = await transaction.query<Omit<CloudOpsMonth, 'currency'> & { currency: string | null }>(
    `select f.month, true as "isFrozen", count(m.entity_id)::int as resources, coalesce(sum(m.active_minutes), 0)::float8 as "activeMinutes",
       coalesce(sum(m.amount_minor), 0)::float8 as "amountMinor", (count(m.entity_id) filter (where m.amount_minor is null))::int as "settledElsewhere",
       max(m.currency) as currency
     from cloudops_frozen_month f left join cloudops_month m using (customer_id, month)
     where f.customer_id = $1 group by f.month order by f.month desc limit $2`,
    [customerId, limit],
  )
  return rows
}

export async function isFrozen(transaction: Transaction, customerId: string, month: string): Promise<boolean> {
  const { rows } = await transaction.query('select from cloudops_frozen_month where customer_id = $1 and month = $2', [customerId, month])
  return rows.length > 0
}

/** Writes what a month cost, once; false: it was frozen before. */
export async function freeze(
  transaction: Transaction,
  customerId: string,
  { month, endsAt, costs, at }: { month: string; endsAt: Date; costs: readonly CloudOpsCost[]; at: Date },
): Promise<boolean> {
  const { rowCount } = await transaction.query(
    'insert into cloudops_frozen_month (customer_id, month, frozen_at, ends_at) values ($1, $2, $3, $4) on conflict do nothing',
    [customerId, month, at, endsAt],
  )
  if (!rowCount) return false
  await transaction.query(
    `insert into cloudops_month (customer_id, month, entity_id, entity_name, entity_type, active_minutes, pricing, amount_minor, currency, frozen_at)
     select $1, $2, "entityId", "entityName", "entityType", "activeMinutes", pricing, "amountMinor", currency, $4
     from jsonb_to_recordset($3) as given ("entityId" uuid, "entityName" text, "entityType" text, "activeMinutes" int, pricing jsonb,
       "amountMinor" bigint, currency text)`,
    [customerId, month, JSON.stringify(costs), at],
  )
  return true
}

/** Customers that ever had a service, with its first moment. */
export async function readCustomersForAllCustomers(transaction: Transaction): Promise<{ customerId: string; first: Date }[]> {
  const { rows } = await transaction.query<{ customerId: string; first: Date }>(
    `select c.customer_id as "customerId", v.first
     from customer c join (select customer_id, min(valid_from) as first from cloudops_version where state = 'active' group by customer_id) v
       using (customer_id)`,
  )
  return rows
}

export type MonthsOfCustomer = {
  /** In which the months end that are not frozen yet. */
  timeZone: string
  /** The month that was frozen last; without an end where an earlier release froze it. */
  last: { month: string; endsAt: Date | null } | null
}

export async function readMonthsOfCustomer(transaction: Transaction, customerId: string): Promise<MonthsOfCustomer | undefined> {
  const { rows } = await transaction.query<{ timeZone: string; month: string | null; endsAt: Date | null }>(
    `select c.time_zone as "timeZone", f.month, f.ends_at as "endsAt"
     from customer c left join cloudops_frozen_month f using (customer_id) where c.customer_id = $1 order by f.month desc limit 1`,
    [customerId],
  )
  const [row] = rows
  return row && { timeZone: row.timeZone, last: row.month === null ? null : { month: row.month, endsAt: row.endsAt } }
}

/** Of a month that an earlier release froze. */
export async function setEnd(
  transaction: Transaction,
  customerId: string,
  { month, endsAt }: { month: string; endsAt: Date },
): Promise<void> {
  await transaction.query('update cloudops_frozen_month set ends_at = $3 where customer_id = $1 and month = $2 and ends_at is null', [
    customerId,
    month,
    endsAt,
  ])
}
