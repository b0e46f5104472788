import type { RetentionChange } from '@vakt/contract/retention/retention.ts'
import { type RetentionKind, retentionKinds, retentionTerms } from '@vakt/contract/retention/retention-terms.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'

export type Days = Record<RetentionKind, number>
export type Terms = { isOfAll: boolean; own: RetentionChange; usual: Days }

const none: RetentionChange = { alerts: null, incidents_and_tickets: null, audit_log: null, resource_history: null }

const within = (kind: RetentionKind, days: number): number =>
  Math.min(Math.max(days, retentionTerms[kind].minDays), retentionTerms[kind].maxDays)

/** The terms of a customer and those that hold else; undefined where there is no such customer. The transaction must see both rows: of staff or the worker. */
export async function readTermsForAllCustomers(transaction: Transaction, customerId: string): Promise<Terms | undefined> {
  const { rows } = await transaction.query<{ isProvider: boolean; isOwn: boolean; kind: RetentionKind | null; days: number }>(
    `select own.is_provider as "isProvider", t.customer_id = own.customer_id as "isOwn", t.kind, t.days
     from customer own left join retention_term t
       on t.customer_id = own.customer_id or t.customer_id = (select customer_id from customer where is_provider order by created_at, customer_id limit 1)
     where own.customer_id = $1`,
    [customerId],
  )
  if (!rows[0]) return undefined
  const { isProvider } = rows[0]
  const chosen = (kind: RetentionKind, isOwn: boolean) => rows.find((row) => row.kind === kind && row.isOwn === isOwn)?.days
  const each = <Value>(find: (kind: RetentionKind) => Value) =>
    Object.fromEntries(retentionKinds.map((kind) => [kind, find(kind)])) as Record<RetentionKind, Value>
  return {
    isOfAll: isProvider,
    own: { ...none, ...each((kind) => chosen(kind, true) ?? null) },
    usual: each((kind) => within(kind, (isProvider ? undefined : chosen(kind, false)) ?? retentionTerms[kind].days)),
  }
}

/** What holds for customers without terms of their own. */
export async function readUsualDaysForAllCustomers(transaction: Transaction): Promise<Days> {
  const { rows } = await transaction.query<{ kind: RetentionKind; days: number }>(
    'select kind, days from retention_term where customer_id = (select customer_id from customer where is_provider order by created_at, customer_id limit 1)',
  )
  const chosen = new Map(rows.map(({ kind, days }) => [kind, days]))
  return Object.fromEntries(retentionKinds.map((kind) => [kind, within(kind, chosen.get(kind) ?? retentionTerms[kind].days)])) as Days
}

/** Customers other than the provider that have terms of their own. */
export async function readOwnersOfTermsForAllCustomers(transaction: Transaction): Promise<{ customerId: string; name: string }[]> {
  const { rows } = await transaction.query<{ customerId: string; name: string }>(
    `select customer_id as "customerId", name from customer c
     where not is_provider and exists (select from retention_term t where t.customer_id = c.customer_id) order by name, customer_id`,
  )
  return rows
}

export async function writeTerms(transaction: Transaction, customerId: string, change: RetentionChange): Promise<void> {
  const chosen = retentionKinds.flatMap((kind) => (change[kind] === null ? [] : [{ kind, days: change[kind] }]))
  await transaction.query('delete from retention_term where customer_id = $1 and kind <> all($2)', [
    customerId,
    chosen.map(({ kind }) => kind),
  ])
  await transaction.query(
    `insert into retention_term (customer_id, kind, days) select $1, kind, days from unnest($2::text[], $3::int[]) as t (kind, days)
     on conflict (customer_id, kind) do update set days = excluded.days`,
    [customerId, chosen.map(({ kind }) => kind), chosen.map(({ days }) => days)],
  )
}

/** What ends where its term does, and by which index it is found for one customer after the other. */
const counted = {
  alerts: { kind: 'alerts', rows: "alert r where r.state = 'resolved' and r.changed_at < $3" },
  incidents: { kind: 'incidents_and_tickets', rows: "incident r where r.state = 'resolved' and r.resolved_at < $3" },
  tickets: { kind: 'incidents_and_tickets', rows: "ticket r where r.status in ('resolved', 'closed') and r.modified_at < $3" },
  audit_log: { kind: 'audit_log', rows: 'recorded_action r where r.at < $3' },
  resource_history: { kind: 'resource_history', rows: 'entity_history r where r.at < $3' },
} as const
export type Counted = keyof typeof counted
export const kindOf = (what: Counted): RetentionKind => counted[what].kind

/** How many there are from before that time, no more than `max`: of the customer, or for the provider of all that have no term of their own. */
export async function countBeforeForAllCustomers(
  transaction: Transaction,
  customerId: string,
  { what, before, isOfAll, max }: { what: Counted; before: Date; isOfAll: boolean; max: number },
): Promise<number> {
  const { rows } = await transaction.query<{ count: number }>(
    `select count(*)::int as count from (
       select from customer c cross join lateral (select from ${counted[what].rows} and r.customer_id = c.customer_id limit $4) found
       where case when $5 then c.is_provider or not exists (select from retention_term t where t.customer_id = c.customer_id and t.kind = $2)
         else c.customer_id = $1 end
       limit $4
     ) few`,
    [customerId, kindOf(what), before, max, isOfAll],
  )
  return rows[0]?.count ?? 0
}
