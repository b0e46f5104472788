import type { Transaction } from '#server/platform/database/transaction.ts'
import { enqueueJobs } from '#server/platform/jobs/job-table.ts'

export const removalQueueName = 'remove-past-terms'

export async function enqueueRemovalForAllCustomers(transaction: Transaction): Promise<void> {
  const { rows } = await transaction.query<{ customerId: string }>('select customer_id as "customerId" from customer')
  await enqueueJobs(
    transaction,
    rows.map(({ customerId }) => ({ queue: removalQueueName, customerId, rowId: 'all', priority: 2 })),
  )
}
