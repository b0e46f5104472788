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

/** Those that are over, the latest first; without a currency where nothing cost anything. */
export async function readFrozenMonths(
  transaction: Transaction,
  customerId: string,
  limit: number,
): Promise<(Omit<CloudOpsMonth, 'currency'> & { currency: string | null })[]> {
  const { rows } = await transaction.query<Omit<CloudOpsMonth, 'currency'> & { currency: string | null }>(
    `select f.month, true as "isFrozen", count(m.entity_id)::int as resources, coalesce(sum(m.active_minutes), 0)::int as "activeMinutes",
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
  { month, costs, at }: { month: string; costs: readonly CloudOpsCost[]; at: Date },
): Promise<boolean> {
  const { rowCount } = await transaction.query(
    'insert into cloudops_frozen_month (customer_id, month, frozen_at) values ($1, $2, $3) on conflict do nothing',
    [customerId, month, at],
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

/** Customers that ever had a service, with the month that was frozen last and the zone that decides when the next one is over. */
export async function readCustomersForAllCustomers(
  transaction: Transaction,
): Promise<{ customerId: string; timeZone: string; last: string | null; first: Date }[]> {
  const { rows } = await transaction.query<{ customerId: string; timeZone: string; last: string | null; first: Date }>(
    `select c.customer_id as "customerId", c.time_zone as "timeZone", v.first,
       (select max(month) from cloudops_frozen_month f where f.customer_id = c.customer_id) as last
     from customer c join (select customer_id, min(valid_from) as first from cloudops_version where state = 'active' group by customer_id) v
       using (customer_id)`,
  )
  return rows
}

/** In which the months of the customer begin. */
export async function readTimeZone(transaction: Transaction, customerId: string): Promise<string | undefined> {
  const { rows } = await transaction.query<{ timeZone: string }>('select time_zone as "timeZone" from customer where customer_id = $1', [
    customerId,
  ])
  return rows[0]?.timeZone
}
