import { channelsForIncident, incidentKindOf } from '@vakt/domain/incident-notification.ts'
import { findIncidentFollowers } from '#server/features/follows/find-followers.ts'
import type { Context } from '#server/platform/context.ts'
import { type Transaction, workForAllCustomers } from '#server/platform/database/transaction.ts'
import type { Job } from '#server/platform/jobs/job-table.ts'
import { asBatch, workInBatches } from '#server/platform/jobs/work-in-batches.ts'
import type { JobRun } from '#server/platform/jobs/work-queue.ts'
import { announce } from '#server/platform/live/announce.ts'
import {
  incidentEventQueueName,
  markIncidentEventsNotified,
  type NotifiedIncidentEvent,
  setIncidentEventAside,
  type TakenIncidentEvent,
  takeIncidentEventsForAllCustomers,
} from './incident-outbox-table.ts'
import { readMuting } from './muted-incidents.ts'
import { insertIncidentNotifications } from './notification-table.ts'
import { planIncidentMails } from './plan-incident-mails.ts'
import { createReaderOf } from './readers.ts'
import type { Telling } from './tell-people.ts'
import { becomeTeller, type Person, readPeopleForAllCustomers, waitToBecomeTeller } from './telling-table.ts'

const batchSize = 500

/** One user who is notified of one event. */
export type NotifiedOfIncident = {
  person: Person
  event: NotifiedIncidentEvent
  kind: ReturnType<typeof incidentKindOf<NotifiedIncidentEvent['kind']>>
}

async function notifyUsers(transaction: Transaction, events: TakenIncidentEvent[], mail: Telling, now: Date): Promise<void> {
  const customerIds = [...new Set(events.map(({ customerId }) => customerId))]
  const followers = await findIncidentFollowers(transaction, events)
  const muting = await readMuting(transaction, events)
  const userIds = [...new Set([...muting.userIds, ...[...followers.values()].flatMap((ids) => [...ids])])]
  const people = await readPeopleForAllCustomers(transaction, { userIds, customerIds, emails: [] })
  const readerOf = await createReaderOf(transaction, customerIds)
  const notified = people.flatMap((person) =>
    events.flatMap((event) => {
      const mute = muting.muteOf(person.userId, event)
      if (mute === 'muted') return []
      const isFollower = mute === 'ends' || (followers.get(event.incidentId)?.has(person.userId) ?? false)
      const channels = channelsForIncident(event, readerOf(person, event.customerId), isFollower)
      return [{ person, event, kind: incidentKindOf(event.kind), channels }]
    }),
  )
  const inPortal = notified.filter(({ channels }) => channels.inPortal)
  await insertIncidentNotifications(transaction, inPortal, now)
  await planIncidentMails(
    transaction,
    notified.filter(({ channels }) => channels.byMail),
    mail,
    now,
  )
  await markIncidentEventsNotified(
    transaction,
    events.map(({ eventId }) => eventId),
    now,
  )
  const shownTo = new Map(inPortal.map(({ person }) => [person.userId, person.customerId]))
  announce(transaction, ...[...shownTo].map(([userId, customerId]) => ({ type: 'notification.changed', customerId, userId }) as const))
}

async function notifyBatch(context: Context, mail: Telling, limit: number): Promise<number> {
  return workForAllCustomers(context, async (transaction) => {
    if (!(await becomeTeller(transaction))) return 0
    const events = await takeIncidentEventsForAllCustomers(transaction, { limit })
    const rows = events.map(({ customerId, eventId }) => ({ customerId, rowId: eventId }))
    if (events.length > 0) await asBatch(rows, () => notifyUsers(transaction, events, mail, context.now))
    return events.length
  })
}

/** Makes notifications and mails of what happened to incidents, each once: they commit with the marks on the events. Answers whether there may be more. */
export const notifyOfIncidents = (createContext: () => Context, mail: Telling): Promise<boolean> =>
  workInBatches({
    name: incidentEventQueueName,
    batchSize,
    createContext,
    work: (context, limit) => notifyBatch(context, mail, limit),
    setAside: (context, row) => workForAllCustomers(context, (transaction) => setIncidentEventAside(transaction, row)),
  })

/** Notifies of one event that failed before. */
export const notifyAgain = (context: Context, mail: Telling, { rowId: eventId }: Job, finish: JobRun['finish']): Promise<void> =>
  workForAllCustomers(context, async (transaction) => {
    await waitToBecomeTeller(transaction)
    const events = await takeIncidentEventsForAllCustomers(transaction, { eventId })
    if (events.length > 0) await notifyUsers(transaction, events, mail, context.now)
    await finish(transaction)
  })
