import { channelsForIncident, incidentKindOf } from '@vakt/domain/incident-notification.ts'
import { findIncidentFollowers } from '#server/features/follows/find-followers.ts'
import type { Context } from '#server/platform/context.ts'
import { type Transaction, workForAllCustomers } from '#server/platform/database/transaction.ts'
import { isPassing } from '#server/platform/http/answer-errors.ts'
import { announce } from '#server/platform/live/announce.ts'
import {
  countFailedAttempt,
  markIncidentEventsNotified,
  type TakenIncidentEvent,
  takeIncidentEventsForAllCustomers,
} from './incident-outbox-table.ts'
import { insertIncidentNotifications } from './notification-table.ts'
import { planIncidentMails } from './plan-incident-mails.ts'
import { createReaderOf } from './readers.ts'
import type { Telling } from './tell-people.ts'
import { becomeTeller, type Person, readPeopleForAllCustomers } from './telling-table.ts'

const batchSize = 500

/** One user who is notified of one event. */
export type NotifiedOfIncident = { person: Person; event: TakenIncidentEvent; kind: ReturnType<typeof incidentKindOf> }

class EventsFailed extends Error {
  readonly eventIds: string[]
  constructor(events: readonly TakenIncidentEvent[], cause: unknown) {
    super('Users could not be notified of incidents.', { cause })
    this.eventIds = events.map(({ eventId }) => eventId)
  }
}

async function notifyUsers(transaction: Transaction, events: TakenIncidentEvent[], mail: Telling, now: Date): Promise<void> {
  const customerIds = [...new Set(events.map(({ customerId }) => customerId))]
  const followers = await findIncidentFollowers(transaction, events)
  const userIds = [...new Set([...followers.values()].flatMap((ids) => [...ids]))]
  const people = await readPeopleForAllCustomers(transaction, { userIds, customerIds, emails: [] })
  const readerOf = await createReaderOf(transaction, customerIds)
  const notified = people.flatMap((person) =>
    events.map((event) => {
      const isFollower = followers.get(event.incidentId)?.has(person.userId) ?? false
      const channels = channelsForIncident(event, readerOf(person, event.customerId), isFollower)
      return { person, event, kind: incidentKindOf(event.kind), channels }
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

async function notifyOnce(context: Context, mail: Telling, limit: number): Promise<number> {
  return workForAllCustomers(context, async (transaction) => {
    if (!(await becomeTeller(transaction))) return 0
    const events = await takeIncidentEventsForAllCustomers(transaction, limit)
    if (events.length > 0)
      await notifyUsers(transaction, events, mail, context.now).catch((error) => {
        throw isPassing(error) ? error : new EventsFailed(events, error)
      })
    return events.length
  })
}

/**
 * Makes notifications and mails of what happened to incidents, each once: they commit with the marks on the events. A batch that fails is
 * counted against its events and tried again in a later run, event by event. Answers whether there may be more.
 */
export async function notifyOfIncidents(createContext: () => Context, mail: Telling, limit = batchSize): Promise<boolean> {
  try {
    return (await notifyOnce(createContext(), mail, limit)) === limit
  } catch (error) {
    if (!(error instanceof EventsFailed)) throw error
    const context = createContext()
    context.log.error({ err: error, job: 'notify-of-incidents', eventIds: error.eventIds.slice(0, 5) }, 'a batch of incident events failed')
    if (error.eventIds.length === 1) await workForAllCustomers(context, (transaction) => countFailedAttempt(transaction, error.eventIds))
    else for (const _ of error.eventIds) await notifyOfIncidents(createContext, mail, 1)
    return false
  }
}
