import type { FailedJob } from '@vakt/contract/failed-jobs.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction, readForAllCustomers } from '#server/platform/database/transaction.ts'
import { NotFound } from '#server/platform/errors.ts'
import { type Listing, nextPage } from '#server/platform/http/serve.ts'
import { readNumericId } from '#server/platform/ids.ts'
import { deleteFailedJob, requeueFailedJob } from '#server/platform/jobs/job-table.ts'
import { recordAction } from '#server/platform/record-action.ts'
import { readFailedJobPageForAllCustomers } from './failed-job-table.ts'

export async function listFailedJobs(
  context: Context,
  { limit = 50 }: { limit?: number },
  after: readonly string[] | null,
): Promise<Listing<FailedJob>> {
  const rows = await readForAllCustomers(context, (transaction) => readFailedJobPageForAllCustomers(transaction, { after, limit }))
  const page = nextPage(rows, limit, ({ failedKey, jobId }) => [failedKey, jobId])
  return {
    ...page,
    rows: page.rows.map(({ failedKey: _, createdAt, failedAt, ...row }) => ({
      ...row,
      createdAt: createdAt.toISOString(),
      failedAt: failedAt.toISOString(),
    })),
  }
}

/** Throws NotFound when it has not failed, or somebody has dealt with it already. */
export async function retryFailedJob(context: Context, customerId: string, id: string): Promise<undefined> {
  await inTransaction(context, customerId, async (transaction) => {
    const job = await requeueFailedJob(transaction, customerId, readNumericId(id))
    if (!job) throw new NotFound()
    await recordAction(transaction, context, customerId, { action: 'job.retry', target: id, details: job })
  })
}

/** As `retryFailedJob`. */
export async function removeFailedJob(context: Context, customerId: string, id: string): Promise<undefined> {
  await inTransaction(context, customerId, async (transaction) => {
    const job = await deleteFailedJob(transaction, customerId, readNumericId(id))
    if (!job) throw new NotFound()
    await recordAction(transaction, context, customerId, { action: 'job.remove', target: id, details: job })
  })
}
