import type { FailedJob } from '@vakt/contract/failed-jobs.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'

export type FailedJobRow = Omit<FailedJob, 'createdAt' | 'failedAt'> & { createdAt: Date; failedAt: Date; failedKey: string }

/** One row more than the limit, so that the caller sees whether there is a next page. */
export async function readFailedJobPageForAllCustomers(
  transaction: Transaction,
  { after, limit }: { after: readonly string[] | null; limit: number },
): Promise<FailedJobRow[]> {
  const { rows } = await transaction.query<FailedJobRow>(
    // What is of no customer is the provider's own work.
    `select j.job_id as "jobId", j.queue, c.customer_id as "customerId", c.name as "customerName",
       exists (select from closed_customer l where l.customer_id = c.customer_id) as "customerIsClosed", j.row_id as "rowId", j.attempts, j.error,
       j.created_at as "createdAt", j.failed_at as "failedAt", j.failed_at::text as "failedKey"
     from job j join lateral (
       select customer_id, name from customer where customer_id = j.customer_id or j.customer_id is null and is_provider limit 1) c on true
     where j.state = 'failed' and ($1::timestamptz is null or (j.failed_at, j.job_id) < ($1, $2::bigint))
     order by j.failed_at desc, j.job_id desc limit $3`,
    [after?.[0], after?.[1], limit + 1],
  )
  return rows
}
