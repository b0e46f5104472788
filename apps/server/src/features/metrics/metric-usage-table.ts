import type { MetricUsage } from '@vakt/contract/metrics.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'

export type MetricUsageRow = Omit<MetricUsage, 'refusedAt'> & { refusedAt: Date | null; share: string }

const columns = `json_build_object('customerId', c.customer_id, 'name', c.name) as customer, m.active_series as "activeSeries",
  m.max_series as "maxSeries", m.refused_at as "refusedAt", (m.active_series::float8 / greatest(m.max_series, 1))::text as share`

/** One row more than the limit; a customer has one row, and there are as many as customers. */
export async function readUsageForAllCustomers(
  transaction: Transaction,
  { after, limit }: { after: readonly string[] | null; limit: number },
): Promise<MetricUsageRow[]> {
  const { rows } = await transaction.query<MetricUsageRow>(
    `select ${columns} from metric_customer m join customer c on c.customer_id = m.customer_id
     where $1::float8 is null or (m.active_series::float8 / greatest(m.max_series, 1), c.customer_id) < ($1, $2)
     order by m.active_series::float8 / greatest(m.max_series, 1) desc, c.customer_id desc limit $3`,
    [after?.[0], after?.[1], limit + 1],
  )
  return rows
}

/** Returns the limit of before, or null. When label sets were last refused stays: the alert about it resolves by that. */
export async function writeLimit(transaction: Transaction, customerId: string, maxSeries: number): Promise<number | null> {
  const { rows } = await transaction.query<{ before: number }>(
    'select max_series as before from metric_customer where customer_id = $1 for update',
    [customerId],
  )
  await transaction.query(
    `insert into metric_customer (customer_id, max_series) values ($1, $2)
     on conflict (customer_id) do update set max_series = excluded.max_series`,
    [customerId, maxSeries],
  )
  return rows[0]?.before ?? null
}

export async function readUsage(transaction: Transaction, customerId: string): Promise<MetricUsageRow | undefined> {
  const { rows } = await transaction.query<MetricUsageRow>(
    `select ${columns} from metric_customer m join customer c on c.customer_id = m.customer_id where m.customer_id = $1`,
    [customerId],
  )
  return rows[0]
}
