import type { ClosingEffect } from '@vakt/contract/customers/customer-closing.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'

export type ClosingRow = {
  name: string
  isProvider: boolean
  at: Date | null
  by: string
  erasesAt: Date | null
  reason: string | null
  erasingSince: Date | null
  erasingBy: string
}

export type ErasingTerm = { erasesAt: Date | null; reason: string | null }

/** Undefined where there is no such customer. With `lock`, another change of it waits until the transaction ends. */
export async function readClosing(
  transaction: Transaction,
  customerId: string,
  options: { lock: boolean },
): Promise<ClosingRow | undefined> {
  const { rows } = await transaction.query<ClosingRow>(
    `select c.name, c.is_provider as "isProvider", d.closed_at as at, d.closed_by as by,
       d.erases_at as "erasesAt", d.term_reason as reason, d.erasing_since as "erasingSince", d.erasing_by as "erasingBy"
     from customer c left join closed_customer d using (customer_id)
     where c.customer_id = $1 ${options.lock ? 'for no key update of c' : ''}`,
    [customerId],
  )
  return rows[0]
}

export async function insertClosing(
  transaction: Transaction,
  customerId: string,
  { at, by, erasesAt, reason }: ErasingTerm & { at: Date; by: string },
): Promise<void> {
  await transaction.query(
    'insert into closed_customer (customer_id, closed_at, closed_by, erases_at, term_reason) values ($1, $2, $3, $4, $5)',
    [customerId, at, by, erasesAt, reason],
  )
}

/** False when it is being erased, or not closed. */
export async function updateTerm(transaction: Transaction, customerId: string, { erasesAt, reason }: ErasingTerm): Promise<boolean> {
  const { rowCount } = await transaction.query(
    'update closed_customer set erases_at = $2, term_reason = $3 where customer_id = $1 and erasing_since is null',
    [customerId, erasesAt, reason],
  )
  return rowCount === 1
}

/** False when it is being erased. */
export async function deleteClosing(transaction: Transaction, customerId: string): Promise<boolean> {
  const { rowCount } = await transaction.query('delete from closed_customer where customer_id = $1 and erasing_since is null', [customerId])
  return rowCount === 1
}

/** What of each table counts, beside the customer. */
const counted: Record<keyof ClosingEffect, readonly [table: string, condition: string]> = {
  people: ['app_user', 'disabled_at is null'],
  apiTokens: ['api_token', 'revoked_at is null and (expires_at is null or expires_at > $2)'],
  serviceTokens: ['service_token', 'revoked_at is null and (expires_at is null or expires_at > $2)'],
  sources: ['monitoring_source', 'revoked_at is null'],
  agents: ['agent', 'revoked_at is null'],
  enrolmentTokens: ['agent_enrolment_token', 'revoked_at is null and uses_left > 0 and expires_at > $2'],
  connectors: ['connector', 'is_enabled'],
  alertRules: ['alert_rule', 'enabled and deleted_at is null'],
  processes: ['process', 'enabled'],
  serviceWindows: ['service_window', 'enabled and (ends_at is null or ends_at > $2)'],
  incidents: ['incident', "state <> 'resolved'"],
  tickets: ['ticket', "status not in ('resolved', 'closed')"],
}
const counts = Object.entries(counted).map(
  ([name, [table, condition]]) => `(select count(*)::int from ${table} where customer_id = $1 and ${condition}) as "${name}"`,
)

export async function countEffect(transaction: Transaction, customerId: string, now: Date): Promise<ClosingEffect> {
  const { rows } = await transaction.query<ClosingEffect>(`select ${counts.join(',\n')} from (select $2::timestamptz) as at (moment)`, [
    customerId,
    now,
  ])
  if (!rows[0]) throw new Error('What the customer has was not counted.')
  return rows[0]
}
