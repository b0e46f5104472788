import type { DeliverySettings } from '#server/features/deliveries/message.ts'
import { waitForPlanningLock } from '#server/features/deliveries/plan-deliveries.ts'
import { findPersons, isStaffOf } from '#server/features/deliveries/recipients.ts'
import type { Context } from '#server/platform/context.ts'
import { atDatabaseTime } from '#server/platform/database/database-time.ts'
import { type Transaction, workForAllCustomers } from '#server/platform/database/transaction.ts'
import type { Job } from '#server/platform/jobs/job-table.ts'
import type { JobRun, Queue } from '#server/platform/jobs/work-queue.ts'
import { announce } from '#server/platform/live/announce.ts'
import { contactOn } from './contact-person.ts'
import { lockEscalation } from './escalation-table.ts'
import { pageAt, withPolicy } from './escalation-with-policy.ts'
import { findHold, lookAgainAt } from './find-hold.ts'
import { contactQueueName, endContact, lockContact } from './page-contact-table.ts'

type At = Pick<Context, 'log' | 'now' | 'clockShiftMs'> & { settings: DeliverySettings }

/** Pages on the second channel, unless someone has acknowledged or the escalation went on. Answers when to look again; null: never. */
async function contactAgain(
  transaction: Transaction,
  { customerId, rowId: contactId }: Pick<Job, 'customerId' | 'rowId'>,
  at: At,
): Promise<Date | null> {
  const { settings, now } = at
  const contact = await lockContact(transaction, customerId, contactId)
  if (!contact) return null
  if (contact.dueAt > now) return contact.dueAt
  const { escalationId, round, step, userId, channel } = contact
  const found = await lockEscalation(transaction, customerId, escalationId)
  const isCurrent = found?.outcome === null && found.incidentState === 'open' && found.round === round && found.step === step + 1
  if (isCurrent) {
    const [person] = await findPersons(transaction, [userId])
    if (person && !person.isDisabled && isStaffOf(person, customerId)) {
      const escalation = await withPolicy(transaction, found, person.customerId)
      const hold = await findHold(transaction, escalation, at)
      if (hold) return lookAgainAt(hold, now)
      const position = { round, step }
      await contactOn(transaction, channel, { page: pageAt(escalation, position), escalation, position, person, settings, now })
      announce(transaction, { type: 'incident.changed', customerId, incidentIds: [escalation.incidentId] })
    }
  }
  await endContact(transaction, customerId, contactId, now)
  return null
}

async function run(context: Context, job: Job, finish: JobRun['finish'], settings: DeliverySettings): Promise<void> {
  await workForAllCustomers(context, async (transaction) => {
    await waitForPlanningLock(transaction)
    await finish(transaction, await contactAgain(transaction, job, { ...(await atDatabaseTime(transaction, context)), settings }))
  })
}

/** Second channels of pages, each at its time. */
export const contactQueues = (settings: DeliverySettings): Record<string, Queue> => ({
  [contactQueueName]: {
    slots: 4,
    maxPerCustomer: 2,
    maxPerKey: 2,
    leaseSeconds: 60,
    maxAttempts: 50,
    run: (job, { createContext, finish }) => run(createContext(), job, finish, settings),
  },
})
