import { noteEvent } from '#server/features/events/note-event.ts'
import { reminderQueueName, takeMute } from '#server/features/follows/find-mutes.ts'
import type { Context } from '#server/platform/context.ts'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import type { Job } from '#server/platform/jobs/job-table.ts'
import type { JobRun, Queue } from '#server/platform/jobs/work-queue.ts'

const remind = ({ actor, now, ...context }: Context, { customerId, rowId }: Job, finish: JobRun['finish']): Promise<void> =>
  workForAllCustomers(context, async (transaction) => {
    const mute = await takeMute(transaction, customerId, rowId)
    if (mute) {
      const { incidentId: subjectId, userId } = mute
      await noteEvent(transaction, { customerId, actor, now }, { topic: 'incident', kind: 'reminded', subjectId, namedUserIds: [userId] })
    }
    await finish(transaction)
  })

/** Ends mutes at their time. Users who set them are reminded once of incidents that are still open. */
export const reminderQueues = (): Record<string, Queue> => ({
  [reminderQueueName]: {
    slots: 1,
    maxPerCustomer: 1,
    maxPerKey: 1,
    leaseSeconds: 60,
    maxAttempts: 8,
    run: (job, { createContext, finish }) => remind(createContext(), job, finish),
  },
})
