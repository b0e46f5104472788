import type { Transaction } from '#server/platform/database/transaction.ts'

/** Until the transaction ends nobody else takes in, or ends, alerts of this customer: what one decides, the next one sees. */
export async function lockAlertsOfCustomer(transaction: Transaction, customerId: string): Promise<void> {
  await transaction.query({
    name: 'lock-alerts',
    text: "select pg_advisory_xact_lock(hashtextextended('alerts ' || $1, 0))",
    values: [customerId],
  })
}

export type TrailEntry = { alertId: string; step: string; details: Record<string, string> }

export async function insertTrail(transaction: Transaction, customerId: string, entries: TrailEntry[], now: Date): Promise<void> {
  await transaction.query({
    name: 'insert-trail',
    text: `insert into alert_trail (customer_id, alert_id, at, step, details)
           select $1, alert_id, $5, step, details from unnest($2::bigint[], $3::text[], $4::jsonb[]) with ordinality
             as t (alert_id, step, details, position) order by position`,
    values: [customerId, entries.map((e) => e.alertId), entries.map((e) => e.step), entries.map((e) => JSON.stringify(e.details)), now],
  })
}
