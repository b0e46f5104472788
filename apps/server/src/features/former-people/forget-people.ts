import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import type { Job } from '#server/platform/jobs/job-table.ts'
import type { JobRun, Queue } from '#server/platform/jobs/work-queue.ts'
import { announceContent } from '#server/platform/live/announce.ts'
import { forgettingQueueName } from './ask-to-forget.ts'
import { labelOf } from './former-label.ts'
import {
  findPersonForAllCustomers,
  removeOwnForAllCustomers,
  removeWordsForAllCustomers,
  writeFormerForAllCustomers,
} from './former-person-table.ts'
import { cleanTableForAllCustomers, readCleanedTablesForAllCustomers } from './personal-columns-table.ts'

/** From here, too, it is known what to look for. */
const isSource = ({ table }: { table: string }) => table === 'team_member'

/** Each table is a transaction, and the user is the last: cut off, it is done again from the start, which finds only what is left. */
async function forget({ customerId, rowId: userId }: Job, { createContext, finish }: JobRun): Promise<void> {
  const context = createContext()
  const person = await workForAllCustomers(context, (transaction) => findPersonForAllCustomers(transaction, userId))
  if (person) {
    const traces = { ...person, label: labelOf(userId, person.language) }
    await workForAllCustomers(context, (transaction) => removeOwnForAllCustomers(transaction, traces))
    const tables = await workForAllCustomers(context, readCleanedTablesForAllCustomers)
    for (const table of tables.filter((one) => !isSource(one)))
      await workForAllCustomers(context, (transaction) => cleanTableForAllCustomers(transaction, table, traces))
    await workForAllCustomers(context, async (transaction) => {
      for (const table of tables.filter(isSource)) await cleanTableForAllCustomers(transaction, table, traces)
      await removeWordsForAllCustomers(transaction, traces)
      await writeFormerForAllCustomers(transaction, traces)
    })
    announceContent(context.pool, { content: ['users'], to: 'customer' }, { customerId, userId: '' })
  }
  await workForAllCustomers(context, finish)
}

/** Replaces what names users who are to be forgotten. */
export const forgettingQueues = (): Record<string, Queue> => ({
  [forgettingQueueName]: {
    slots: 1,
    maxPerCustomer: 1,
    maxPerKey: 1,
    leaseSeconds: 60,
    maxSeconds: 3600,
    maxAttempts: 5,
    isForClosed: true,
    run: forget,
  },
})
