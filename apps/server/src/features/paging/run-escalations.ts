import { quietUntil } from '@vakt/domain/contact-rules.ts'
import { decideEscalation, nextStepAt } from '@vakt/domain/paging/escalation.ts'
import { findProvider } from '#server/features/customers/find-provider.ts'
import type { DeliverySettings } from '#server/features/deliveries/message.ts'
import { planMessages, waitForPlanningLock } from '#server/features/deliveries/plan-deliveries.ts'
import { findPersons, findStaff, isStaffOf } from '#server/features/deliveries/recipients.ts'
import { findOnDuty } from '#server/features/on-call/find-on-duty.ts'
import type { Context } from '#server/platform/context.ts'
import { atDatabaseTime } from '#server/platform/database/database-time.ts'
import { type Transaction, workForAllCustomers } from '#server/platform/database/transaction.ts'
import type { Job } from '#server/platform/jobs/job-table.ts'
import type { JobRun, Queue } from '#server/platform/jobs/work-queue.ts'
import { announce } from '#server/platform/live/announce.ts'
import { contactPerson, holdPage } from './contact-person.ts'
import { endEscalation, escalationQueueName, type LockedEscalation, lockEscalation, moveEscalation } from './escalation-table.ts'
import { type Escalation, type Position, pageAt, withPolicy } from './escalation-with-policy.ts'
import { findHold, hasLostItsHours, lookAgainAt } from './find-hold.ts'
import { unansweredMailOf } from './page-mail.ts'
import { insertPage, type NewPage } from './page-table.ts'

type At = Pick<Context, 'log' | 'now' | 'clockShiftMs'> & { settings: DeliverySettings; providerId: string }

/** Whom a step pages at this moment, and what to call whom it names. */
async function findTarget(
  transaction: Transaction,
  { policy }: Escalation,
  { step }: Position,
  { providerId, now }: At,
): Promise<{ userId: string | null; name: string }> {
  const { scheduleId = null, userId = null } = policy.steps[step] ?? {}
  if (scheduleId === null) return { userId, name: '' }
  return (await findOnDuty(transaction, providerId, now)).get(scheduleId) ?? { userId: null, name: policy.name ?? '' }
}

/** Takes one step, and notes what came of it. False: it reached no one. */
async function takeStep(transaction: Transaction, escalation: Escalation, position: Position, at: At): Promise<boolean> {
  const { customerId } = escalation
  const { settings, now } = at
  const page = pageAt(escalation, position)
  const note = (noted: Partial<NewPage>) => insertPage(transaction, customerId, { ...page, ...noted }, now)
  const target = await findTarget(transaction, escalation, position, at)
  const [person] = target.userId === null ? [] : await findPersons(transaction, [target.userId])
  if (!person) {
    await note({ kind: 'nobody', personName: target.name })
    return false
  }
  const { userId, name: personName, language } = person
  if (person.isDisabled || !isStaffOf(person, customerId)) {
    await note({ kind: 'not_allowed', userId, personName, language })
    return false
  }
  const contact = { page, escalation, position, person, settings, now }
  const until = escalation.severity === 'critical' ? null : quietUntil(person.quietHours, { now: now.getTime(), timeZone: person.timeZone })
  if (until === null) return contactPerson(transaction, contact)
  await holdPage(transaction, contact, new Date(until))
  return false
}

/** No one answered, or there was no one to page: all staff of the customer are told, and the incident says so. */
async function endUnanswered(transaction: Transaction, escalation: Escalation, position: Position, { settings, now }: At): Promise<void> {
  const { customerId, incidentId, policy } = escalation
  const staff = await findStaff(transaction, customerId)
  const mails = staff.map((recipient) => ({
    ...unansweredMailOf(escalation, recipient, settings.origin),
    recipient,
    customerId,
    incidentId,
    kind: 'page_unanswered',
    private: true,
  }))
  await planMessages(transaction, mails, settings, now)
  await insertPage(transaction, customerId, { ...pageAt(escalation, position), kind: 'unanswered', personName: policy.name ?? '' }, now)
}

/** Answers when the escalation goes on; null when it has ended. */
async function advance(transaction: Transaction, found: LockedEscalation, at: At): Promise<Date | null> {
  const { now } = at
  const escalation = await withPolicy(transaction, found, at.providerId)
  const { customerId, escalationId, incidentId, incidentState, policy } = escalation
  const hold = await findHold(transaction, escalation, at)
  const decision = decideEscalation(policy, escalation, { incidentState, hold, now: now.getTime() })
  const announceIncident = () => announce(transaction, { type: 'incident.changed', customerId, incidentIds: [incidentId] })
  if (decision.kind === 'wait') {
    const kind = decision.for.by === 'hours' ? 'waits_for_hours' : 'waits'
    if (await insertPage(transaction, customerId, { ...pageAt(escalation, escalation), kind }, now)) announceIncident()
    const nextAt = lookAgainAt(decision.for, now)
    await moveEscalation(transaction, customerId, escalationId, { round: escalation.round, step: escalation.step, nextAt })
    return nextAt
  }
  announceIncident()
  if (decision.kind === 'end') {
    if (decision.outcome === 'unanswered' || decision.outcome === 'no_policy') await endUnanswered(transaction, escalation, escalation, at)
    await endEscalation(transaction, customerId, escalationId, { outcome: decision.outcome, now })
    return null
  }
  if (await hasLostItsHours(transaction, escalation, at)) {
    await endEscalation(transaction, customerId, escalationId, { outcome: 'not_covered', now })
    return null
  }
  const reached = await takeStep(transaction, escalation, decision, at)
  // One that reached no one leaves its time to the next.
  const from = reached ? now : escalation.nextAt
  const nextAt = new Date(nextStepAt(policy, decision.step, { reached, now: from.getTime() }))
  await moveEscalation(transaction, customerId, escalationId, { round: decision.round, step: decision.step + 1, nextAt })
  return nextAt
}

/**
 * Takes the step that is due. The row of the escalation, its pages and their mails are written in one transaction with the end of the job, so
 * that a worker that is killed leaves all of them or none.
 */
async function escalate(context: Context, { customerId, rowId }: Job, finish: JobRun['finish'], settings: DeliverySettings): Promise<void> {
  await workForAllCustomers(context, async (transaction) => {
    await waitForPlanningLock(transaction)
    const escalation = await lockEscalation(transaction, customerId, rowId)
    if (!escalation || escalation.outcome !== null) return finish(transaction)
    const at = await atDatabaseTime(transaction, context)
    if (escalation.nextAt > at.now) return finish(transaction, escalation.nextAt)
    const provider = await findProvider(transaction)
    const due = await advance(transaction, escalation, { ...at, settings, providerId: provider?.customerId ?? '' })
    await finish(transaction, due)
  })
}

/** Pages the person on call, step by step, until someone acknowledges. */
export const escalationQueues = (settings: DeliverySettings): Record<string, Queue> => ({
  [escalationQueueName]: {
    slots: 4,
    maxPerCustomer: 2,
    maxPerKey: 2,
    leaseSeconds: 60,
    maxAttempts: 50,
    run: (job, { createContext, finish }) => escalate(createContext(), job, finish, settings),
  },
})
