import { operationRuleNames } from '#server/features/demo/demo-operation-rules.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'

export type DemoResource = { entityId: string; name: string; type: string; createdAt: Date }

/** A time that a rule of the customer's monitoring fired on a resource. Times in milliseconds; `to` null: it still does. */
export type Incident = { entityId: string; rule: string; text: string; from: number; to: number | null }

export async function isDemoCustomerForAllCustomers(transaction: Transaction, customerId: string): Promise<boolean> {
  const { rowCount } = await transaction.query('select from customer where customer_id = $1 and is_demo', [customerId])
  return rowCount !== 0
}

/** One process after the other; false while another one is at it. */
export async function lockDemoMetrics(transaction: Transaction): Promise<boolean> {
  const { rows } = await transaction.query<{ isMine: boolean }>(
    `select pg_try_advisory_xact_lock(hashtext('vakt demo metrics')) as "isMine"`,
  )
  return rows[0]?.isMine === true
}

/** The resources that run. */
export async function readDemoResources(transaction: Transaction, customerId: string): Promise<DemoResource[]> {
  const { rows } = await transaction.query<DemoResource>(
    `select entity_id as "entityId", name, type, created_at as "createdAt" from entity
     where customer_id = $1 and not stale and status is distinct from 'deallocated' order by name, entity_id`,
    [customerId],
  )
  return rows
}

/** Of an alert that came back the last time is known, of incidents every time. */
export async function readDemoIncidents(transaction: Transaction, customerId: string, since: Date): Promise<Incident[]> {
  const { rows } = await transaction.query<Incident>(
    `select entity_id as "entityId", rule, title as text, extract(epoch from opened_at)::float8 * 1000 as from,
       extract(epoch from resolved_at)::float8 * 1000 as to
     from incident where customer_id = $1 and entity_id is not null and opened_at > $2
     union all
     select entity_id, rule, description, extract(epoch from started_at)::float8 * 1000,
       extract(epoch from case state when 'resolved' then coalesce(ended_at, changed_at) end)::float8 * 1000
     from alert where customer_id = $1 and entity_id is not null and started_at > $2`,
    [customerId, since],
  )
  return rows
}

/** Deleted ones count, too; those that come with the demo's operations do not. */
export async function hasRules(transaction: Transaction, customerId: string): Promise<boolean> {
  const { rowCount } = await transaction.query(
    'select from alert_rule where customer_id = $1 and standard_id is null and name <> all($2) limit 1',
    [customerId, operationRuleNames],
  )
  return rowCount !== 0
}
