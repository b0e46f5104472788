import type { CustomerArchive } from '@vakt/contract/customers/customer-archive.ts'
import { type Context, nameOfActor } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { Conflict, NotFound } from '#server/platform/errors.ts'
import { enqueueJobs } from '#server/platform/jobs/job-table.ts'
import { recordAction } from '#server/platform/record-action.ts'
import { type ArchiveRow, archiveQueueName, askForArchive, lockArchives, readArchives } from './customer-archive-table.ts'

const present = ({ askedAt, finishedAt, expiresAt, ...archive }: ArchiveRow): CustomerArchive => ({
  ...archive,
  askedAt: askedAt.toISOString(),
  finishedAt: finishedAt?.toISOString() ?? null,
  expiresAt: expiresAt?.toISOString() ?? null,
})

const isGoingOn = ({ state }: ArchiveRow) => state === 'waiting' || state === 'writing'

export function listCustomerArchives(context: Context, customerId: string): Promise<{ archives: CustomerArchive[] }> {
  return inTransaction(context, customerId, async (transaction) => ({
    archives: (await readArchives(transaction, customerId, context.now)).map(present),
  }))
}

/** Has everything of the customer written to one file by a job. Who asks while one is written gets that one. */
export function askForCustomerArchive(context: Context, customerId: string): Promise<CustomerArchive> {
  const { now } = context
  return inTransaction(context, customerId, async (transaction) => {
    const customer = await lockArchives(transaction, customerId)
    if (!customer) throw new NotFound()
    if (customer.isProvider) throw Conflict.field('', "The provider's own customer is not exported.", 'customer_archive.provider')
    const goingOn = (await readArchives(transaction, customerId, now)).find(isGoingOn)
    if (goingOn) return present(goingOn)
    const archiveId = await askForArchive(transaction, customerId, { at: now, by: nameOfActor(context.actor) })
    await enqueueJobs(transaction, [{ queue: archiveQueueName, customerId, rowId: archiveId }])
    await recordAction(transaction, context, customerId, {
      action: 'customer.archive',
      target: archiveId,
      details: { name: customer.name },
    })
    const asked = (await readArchives(transaction, customerId, now)).find((archive) => archive.archiveId === archiveId)
    if (!asked) throw new NotFound()
    return present(asked)
  })
}
