import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { Refusal } from '#server/platform/errors.ts'
import type { Job } from '#server/platform/jobs/job-table.ts'
import type { JobRun, Queue } from '#server/platform/jobs/work-queue.ts'
import { announceContent } from '#server/platform/live/announce.ts'
import { applicationQueueName, applyTo, stopAt } from './apply-standard.ts'
import { shareStandardForAllCustomers } from './rule-standard-table.ts'
import { endApplicationForAllCustomers, lockApplicationForAllCustomers } from './standard-application-table.ts'

const maxAttempts = 5

/** The key of the text of a fault of ours. */
const standardFaultKey = 'rule_standard.fault'

/** Applies a standard at one customer, or stops it there, all or nothing: what is there already is left as it is, so that another attempt does the rest. */
async function applyOnce({ customerId, rowId: standardId }: Job, { createContext, finish }: JobRun): Promise<void> {
  const context = createContext()
  await workForAllCustomers(context, async (transaction) => {
    const of = { standardId, targetId: customerId }
    // The standard first, as who applies or stops it does.
    const standard = await shareStandardForAllCustomers(transaction, standardId)
    const wanted = standard && (await lockApplicationForAllCustomers(transaction, of))
    if (wanted) {
      const { actor, task, excludedEntityIds, ofGroup } = wanted
      if (task === 'stop') await stopAt(transaction, { ...context, actor }, customerId, standard)
      else await applyTo(transaction, { ...context, actor }, customerId, { standard, excludedEntityIds, ofGroup })
      await endApplicationForAllCustomers(transaction, of, null)
    }
    await finish(transaction)
  })
}

/** Why it failed, for those who applied it: a fault of ours is in the log. */
const failureOf = (error: unknown) => {
  const [first] = error instanceof Refusal ? error.errors : []
  return first
    ? { reason: first.message, key: first.message_translation_key ?? null }
    : { reason: 'An error occurred in Vakt.', key: standardFaultKey }
}

/** Each customer at which a standard is applied or stopped is a job: one that fails holds up no other, and what came of each is shown. */
export const standardQueues = (): Record<string, Queue> => ({
  [applicationQueueName]: {
    slots: 2,
    maxPerCustomer: 1,
    maxPerKey: 2,
    leaseSeconds: 60,
    maxSeconds: 120,
    maxAttempts,
    async run(job, at) {
      const { pool } = at.createContext()
      const { customerId, rowId: standardId, attempts } = job
      try {
        await applyOnce(job, at)
      } catch (error) {
        const isRefused = error instanceof Refusal
        // What is refused would be refused again; a fault is tried again, and at last listed among the failed jobs as well.
        if (!isRefused && attempts < maxAttempts) throw error
        await workForAllCustomers({ pool }, (transaction) =>
          endApplicationForAllCustomers(transaction, { standardId, targetId: customerId }, failureOf(error)),
        )
        if (!isRefused) throw error
      } finally {
        announceContent(pool, { content: ['rule-standards'], to: 'staff' }, { customerId, userId: '' })
      }
    },
  },
})
