import { channelsFor, isForRequesterWithoutAccount, keepWeightiest, notificationKindOf, type Part } from '@vakt/domain/ticket-telling.ts'
import { findTicketFollowers } from '#server/features/follows/find-followers.ts'
import { queueWebhookDeliveries } from '#server/features/webhooks/queue-webhook-deliveries.ts'
import type { Context } from '#server/platform/context.ts'
import { type Transaction, workForAllCustomers } from '#server/platform/database/transaction.ts'
import type { Job } from '#server/platform/jobs/job-table.ts'
import { asBatch, workInBatches } from '#server/platform/jobs/work-in-batches.ts'
import type { JobRun } from '#server/platform/jobs/work-queue.ts'
import { announce } from '#server/platform/live/announce.ts'
import type { MailAddress } from '#server/platform/mail/mail-settings.ts'
import { insertNotifications } from './notification-table.ts'
import { planMails, type Told } from './plan-mails.ts'
import { createReaderOf } from './readers.ts'
import {
  becomeTeller,
  markTold,
  type Person,
  readCommentersForAllCustomers,
  readPeopleForAllCustomers,
  setTicketEventAside,
  type TakenEvent,
  takeEventsForAllCustomers,
  ticketEventQueueName,
  waitToBecomeTeller,
} from './telling-table.ts'

/** How mails are made; without a mail server they are kept for the outbox page. */
export type Telling = { origin: string; from: MailAddress; isSending: boolean }

const batchSize = 500

/** Users by the ticket that they commented on, or follow. */
type Watchers = Map<string, Set<string>>

function partsOf(event: TakenEvent, person: Person, watchers: Watchers): Set<Part> {
  const parts = new Set<Part>()
  const isOwn = person.customerId === event.customerId
  if (event.requesterId === person.userId || (isOwn && event.requesterEmail === person.email.toLowerCase())) parts.add('requester')
  if (event.assigneeUserId === person.userId) parts.add('assignee')
  if (watchers.get(event.ticketId)?.has(person.userId)) parts.add('watcher')
  if (event.namedUserIds.includes(person.userId)) parts.add('named')
  return parts
}

/** Works through one batch, all or nothing: what is told, what is to be sent and the marks on the events commit together. */
async function tellBatch(context: Context, telling: Telling, limit: number): Promise<number> {
  return workForAllCustomers(context, async (transaction) => {
    if (!(await becomeTeller(transaction))) return 0
    const events = await takeEventsForAllCustomers(transaction, { limit })
    const rows = events.map(({ customerId, eventId }) => ({ customerId, rowId: eventId }))
    if (events.length > 0) await asBatch(rows, () => tellEvents(transaction, events, context, telling))
    return events.length
  })
}

async function findWatchers(transaction: Transaction, events: TakenEvent[]): Promise<Watchers> {
  const watchers = await readCommentersForAllCustomers(transaction, events)
  for (const [ticketId, followers] of await findTicketFollowers(transaction, events))
    watchers.set(ticketId, new Set([...(watchers.get(ticketId) ?? []), ...followers]))
  return watchers
}

/** Requesters without an account get the opening and what follows that the customer may read, unless their address gets it already. */
function tellRequestersWithoutAccount(events: TakenEvent[], mailed: Told[]): Told[] {
  const reached = new Set(mailed.map(({ person, event }) => `${event.eventId} ${person.email.toLowerCase()}`))
  return keepWeightiest(events.filter(isForRequesterWithoutAccount)).flatMap((event) => {
    const person = event.requesterWithoutAccount
    if (!person || reached.has(`${event.eventId} ${person.email.toLowerCase()}`)) return []
    return [{ person, event, kind: notificationKindOf(event) }]
  })
}

async function tellEvents(transaction: Transaction, events: TakenEvent[], { now }: Context, telling: Telling): Promise<void> {
  const watchers = await findWatchers(transaction, events)
  const customerIds = [...new Set(events.map(({ customerId }) => customerId))]
  const named = events.flatMap((event) => [...event.namedUserIds, event.requesterId ?? [], event.assigneeUserId ?? []].flat())
  const people = await readPeopleForAllCustomers(transaction, {
    userIds: [...new Set([...named, ...[...watchers.values()].flatMap((ids) => [...ids])])],
    customerIds,
    emails: events.flatMap(({ requesterEmail }) => requesterEmail ?? []),
  })
  const readerOf = await createReaderOf(transaction, customerIds)
  const toMail: Told[] = []
  const toShow: Told<Person>[] = []
  for (const person of people) {
    const wanted = events.map((event) => ({
      event,
      channels: channelsFor(event, partsOf(event, person, watchers), readerOf(person, event.customerId)),
    }))
    const keep = (channel: 'byMail' | 'inPortal') =>
      keepWeightiest(wanted.filter(({ channels }) => channels[channel]).map(({ event }) => event)).map((event) => ({
        person,
        event,
        kind: notificationKindOf(event),
      }))
    toMail.push(...keep('byMail'))
    toShow.push(...keep('inPortal'))
  }
  toMail.push(...tellRequestersWithoutAccount(events, toMail))
  await insertNotifications(transaction, toShow, now)
  await planMails(transaction, toMail, telling, now)
  await queueWebhookDeliveries(transaction, events, now)
  await markTold(
    transaction,
    events.map(({ eventId }) => eventId),
    now,
  )
  const shownTo = new Map(toShow.map(({ person }) => [person.userId, person.customerId]))
  announce(
    transaction,
    ...[...shownTo].map(([userId, customerId]) => ({ type: 'notification.changed', customerId, userId }) as const),
    // Only staff see what became of the mails.
    ...[...new Map(toMail.map(({ event }) => [event.ticketId, event])).values()]
      .slice(0, 50)
      .map(({ customerId, ticketId }) => ({ type: 'ticket.changed', customerId, ticketId, staffOnly: true }) as const),
    ...(toMail[0] ? [{ type: 'outbox.changed', customerId: toMail[0].event.customerId } as const] : []),
  )
}

/** Makes notifications and mails of what happened to tickets. Answers whether there may be more. */
export const tellPeople = (createContext: () => Context, telling: Telling): Promise<boolean> =>
  workInBatches({
    name: ticketEventQueueName,
    batchSize,
    createContext,
    work: (context, limit) => tellBatch(context, telling, limit),
    setAside: (context, row) => workForAllCustomers(context, (transaction) => setTicketEventAside(transaction, row)),
  })

/** Tells of one event that failed before. */
export const tellAgain = (context: Context, telling: Telling, { rowId: eventId }: Job, finish: JobRun['finish']): Promise<void> =>
  workForAllCustomers(context, async (transaction) => {
    await waitToBecomeTeller(transaction)
    const events = await takeEventsForAllCustomers(transaction, { eventId })
    if (events.length > 0) await tellEvents(transaction, events, context, telling)
    await finish(transaction)
  })
