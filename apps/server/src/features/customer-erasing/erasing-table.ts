import type { ErasedContent } from '@vakt/contract/customers/customer-erasing.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'

export type ErasingRow = { name: string; isProvider: boolean; closedAt: Date | null; since: Date | null }

/** Undefined where there is no such customer. With `lock`, another change of it waits until the transaction ends. */
export async function readErasing(
  transaction: Transaction,
  customerId: string,
  { lock }: { lock: boolean },
): Promise<ErasingRow | undefined> {
  const { rows } = await transaction.query<ErasingRow>(
    `select c.name, c.is_provider as "isProvider", d.closed_at as "closedAt", d.erasing_since as since
     from customer c left join closed_customer d using (customer_id) where c.customer_id = $1 ${lock ? 'for no key update of c' : ''}`,
    [customerId],
  )
  return rows[0]
}

/** False when it is not closed, or being erased already. */
export async function markErasing(transaction: Transaction, customerId: string, { at, by }: { at: Date; by: string }): Promise<boolean> {
  const { rowCount } = await transaction.query(
    'update closed_customer set erasing_since = $2, erasing_by = $3 where customer_id = $1 and erasing_since is null',
    [customerId, at, by],
  )
  return rowCount === 1
}

/** Of those whose term is over; the provider's own is never closed. */
export async function markDueForAllCustomers(transaction: Transaction, now: Date): Promise<{ customerId: string; name: string }[]> {
  const { rows } = await transaction.query<{ customerId: string; name: string }>(
    `update closed_customer d set erasing_since = $1, erasing_by = 'Vakt' from customer c
     where d.erases_at <= $1 and d.erasing_since is null and c.customer_id = d.customer_id and not c.is_provider
     returning d.customer_id as "customerId", c.name`,
    [now],
  )
  return rows
}

/** Those whose term ends within 7 days, or within 1, and that were not warned of that yet. The days are what is left, rounded up. */
export async function markWarnedForAllCustomers(
  transaction: Transaction,
  now: Date,
): Promise<{ customerId: string; name: string; erasesAt: Date; days: number }[]> {
  const stage = "case when d.erases_at <= $1::timestamptz + interval '1 day' then 1 else 7 end"
  const { rows } = await transaction.query<{ customerId: string; name: string; erasesAt: Date; days: number }>(
    `update closed_customer d set warned_for = d.erases_at, warned_days = ${stage} from customer c
     where d.erases_at > $1 and d.erases_at <= $1::timestamptz + interval '7 days' and d.erasing_since is null
       and (d.warned_for is distinct from d.erases_at or d.warned_days > ${stage})
       and c.customer_id = d.customer_id and not c.is_provider
     returning d.customer_id as "customerId", c.name, d.erases_at as "erasesAt",
       ceil(extract(epoch from d.erases_at - $1::timestamptz) / 86400)::int as days`,
    [now],
  )
  return rows
}

/** What is to be erased, for `enqueueMissingJobsForAllCustomers`. */
export const erasingRows = "select customer_id, customer_id, '', now() from closed_customer where erasing_since is not null"

const counted: Record<keyof ErasedContent, string> = {
  people: 'app_user',
  entities: 'entity',
  incidents: 'incident',
  alerts: 'alert',
  tickets: 'ticket',
  comments: 'ticket_comment',
  attachments: 'ticket_attachment',
  alertRules: 'alert_rule',
  serviceWindows: 'service_window',
  processes: 'process',
  metricSeries: 'metric_series',
}
const counts = Object.entries(counted).map(([name, table]) => `(select count(*)::int from ${table} where customer_id = $1) as "${name}"`)

export async function countContent(transaction: Transaction, customerId: string): Promise<ErasedContent> {
  const { rows } = await transaction.query<ErasedContent>(`select ${counts.join(', ')}`, [customerId])
  if (!rows[0]) throw new Error('What the customer has was not counted.')
  return rows[0]
}

/**
 * Leaves the last line, and removes the customer. What was written since its tables were emptied goes with it, and from here on nothing can
 * be. Returns who asked for it.
 */
export async function removeCustomerForAllCustomers(
  transaction: Transaction,
  customerId: string,
  now: Date,
): Promise<{ by: string; name: string }> {
  await transaction.query('select from customer where customer_id = $1 for update', [customerId])
  const { rows } = await transaction.query<{ by: string; name: string }>(
    `insert into erased_customer (customer_id, name, closed_at, closed_by, erased_at, erased_by)
     select c.customer_id, c.name, d.closed_at, d.closed_by, $2, d.erasing_by from customer c join closed_customer d using (customer_id)
     where c.customer_id = $1 and not c.is_provider and d.erasing_since is not null
     on conflict (customer_id) do update set name = excluded.name, closed_at = excluded.closed_at, closed_by = excluded.closed_by,
       erased_at = excluded.erased_at, erased_by = excluded.erased_by
     returning erased_by as by, name`,
    [customerId, now],
  )
  if (!rows[0]) throw new Error('The customer is not being erased.')
  await transaction.query('delete from customer where customer_id = $1', [customerId])
  return rows[0]
}
