import type { FailedJob, ManyFailedJobs } from '@vakt/contract/failed-jobs.ts'
import type { ManyOutcome } from '@vakt/contract/many.ts'
import { changeInEachCustomer, refusalOf } from '#server/platform/change-many.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction, readForAllCustomers } from '#server/platform/database/transaction.ts'
import { NotFound } from '#server/platform/errors.ts'
import { type CallContext, type Listing, nextPage } from '#server/platform/http/serve.ts'
import { readNumericId } from '#server/platform/ids.ts'
import { deleteFailedJobs, requeueFailedJobs } from '#server/platform/jobs/job-table.ts'
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

const verbs = {
  retry: { action: 'job.retry', change: requeueFailedJobs },
  remove: { action: 'job.remove', change: deleteFailedJobs },
}
type What = keyof typeof verbs

/** Throws NotFound when it has not failed, or someone has dealt with it already. */
async function changeOne(context: Context, customerId: string, id: string, what: What): Promise<undefined> {
  const { change } = verbs[what]
  await inTransaction(context, customerId, async (transaction) => {
    const [job] = await change(transaction, customerId, [readNumericId(id)])
    if (!job) throw new NotFound()
    return job
  })
}

export const retryFailedJob = (context: Context, customerId: string, id: string) => changeOne(context, customerId, id, 'retry')
export const removeFailedJob = (context: Context, customerId: string, id: string) => changeOne(context, customerId, id, 'remove')

/** The jobs of each customer are recorded as one action; those that someone has dealt with meanwhile are refused. */
export function changeManyFailedJobs(context: CallContext, { what, jobs }: ManyFailedJobs): Promise<ManyOutcome> {
  const { action, change } = verbs[what]
  return changeInEachCustomer(context, jobs, async (transaction, customerId, own) => {
    const ids = [...new Set(own.map(({ jobId }) => jobId))]
    const changed = await change(transaction, customerId, ids)
    const target = `${changed.length} jobs`
    if (changed.length > 0) await recordAction(transaction, context, customerId, { action, target, details: { jobs: changed } })
    const gone = ids.filter((id) => !changed.some(({ jobId }) => jobId === id))
    return { changed: changed.length, refused: gone.map((id) => refusalOf(id, new NotFound())) }
  })
}
