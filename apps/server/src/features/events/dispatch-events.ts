import {
  type DeliverySettings,
  type PlannedMail,
  planMails,
  tryPlanningLock,
  waitForPlanningLock,
} from '#server/features/deliveries/plan-deliveries.ts'
import { createReaderOf, findPeople, type Person } from '#server/features/deliveries/recipients.ts'
import { mailReaderOf } from '#server/features/deliveries/render-mail.ts'
import { notifyInPortal } from '#server/features/notifications/notify-in-portal.ts'
import type { Context } from '#server/platform/context.ts'
import { type Transaction, workForAllCustomers } from '#server/platform/database/transaction.ts'
import type { Job } from '#server/platform/jobs/job-table.ts'
import { asBatch, workInBatches } from '#server/platform/jobs/work-in-batches.ts'
import type { JobRun, Queue } from '#server/platform/jobs/work-queue.ts'
import { eventQueueName, markDispatched, setEventAside, takeEventsForAllCustomers } from './event-table.ts'
import type { EventTopic, LoggedEvent, Notified, WebhookEvent } from './event-topic.ts'
import type { TopicName } from './note-event.ts'

export type Dispatch = {
  topics: Record<TopicName, EventTopic>
  deliveries: DeliverySettings
  sendToWebhooks(transaction: Transaction, events: WebhookEvent[], now: Date): Promise<void>
  /** Posts to the chats of customers what they chose of these events. */
  sendToChats(
    transaction: Transaction,
    topic: EventTopic,
    events: LoggedEvent[],
    at: { deliveries: DeliverySettings; now: Date },
  ): Promise<void>
}

const batchSize = 500

type Channel = 'byMail' | 'inPortal'

/** The users who are notified, on each channel. */
async function findNotified(
  transaction: Transaction,
  topic: EventTopic,
  events: LoggedEvent[],
): Promise<(channel: Channel) => Notified<LoggedEvent, Person>[]> {
  const customerIds = [...new Set(events.map(({ customerId }) => customerId))]
  const { userIds, emails = [], channelsFor } = await topic.findAudience(transaction, events)
  const people = await findPeople(transaction, { userIds: [...new Set(userIds)], customerIds, emails })
  const readerOf = await createReaderOf(transaction, customerIds)
  const considered = people.map((recipient) => ({
    recipient,
    wanted: events.map((event) => ({ event, channels: channelsFor(event, recipient, readerOf(recipient, event.customerId)) })),
  }))
  return (channel) =>
    considered.flatMap(({ recipient, wanted }) => {
      const found = wanted.filter(({ channels }) => channels[channel]).map(({ event }) => event)
      return (topic.select?.(found) ?? found).map((event) => ({ recipient, event }))
    })
}

function mailsOf(topic: EventTopic, notified: Notified<LoggedEvent>[], origin: string): PlannedMail[] {
  const keyOf = ({ recipient, event }: Notified<LoggedEvent>) => `${recipient.userId} ${topic.mailKeyOf?.(event) ?? event.eventId}`
  return [...Map.groupBy(notified, keyOf).values()].flatMap((notifications) => {
    const [first, ...others] = notifications
    if (!first) return []
    const { recipient, event } = first
    const { customerId, eventId } = event
    const mail = topic.mailOf([event, ...others.map((one) => one.event)], mailReaderOf(recipient, origin))
    const isUrgent = notifications.some((one) => topic.isUrgent?.(one.event) ?? false)
    return { ...mail, recipient, customerId, eventId, private: event.private, isUrgent }
  })
}

async function dispatchTopic(
  transaction: Transaction,
  topic: EventTopic,
  logged: LoggedEvent[],
  { deliveries, sendToWebhooks, sendToChats, now }: Dispatch & { now: Date },
): Promise<void> {
  const events = await topic.load(transaction, logged)
  if (events.length === 0) return
  const notifiedBy = await findNotified(transaction, topic, events)
  await notifyInPortal(
    transaction,
    notifiedBy('inPortal').map(({ recipient, event }) => ({ recipient, event, ...topic.notificationOf(event) })),
    now,
  )
  const mailed = notifiedBy('byMail')
  const others = topic.findOthers?.(events, mailed) ?? []
  await planMails(transaction, mailsOf(topic, [...mailed, ...others], deliveries.origin), deliveries, now)
  await sendToChats(transaction, topic, events, { deliveries, now })
  const { webhookMessageOf } = topic
  if (webhookMessageOf)
    await sendToWebhooks(
      transaction,
      events.map((event) => ({ ...event, ...webhookMessageOf(event) })),
      now,
    )
}

/** Writes the notifications, mails and webhook deliveries of events, and marks them as dispatched. */
async function dispatchAll(transaction: Transaction, events: LoggedEvent[], now: Date, dispatch: Dispatch): Promise<void> {
  for (const [name, topic] of Object.entries(dispatch.topics))
    await dispatchTopic(
      transaction,
      topic,
      events.filter((event) => event.topic === name),
      { ...dispatch, now },
    )
  await markDispatched(
    transaction,
    events.map(({ eventId }) => eventId),
    now,
  )
}

/** Dispatches one batch, all or nothing; returns how many events it had. */
const dispatchBatch = (context: Context, dispatch: Dispatch, limit: number): Promise<number> =>
  workForAllCustomers(context, async (transaction) => {
    if (!(await tryPlanningLock(transaction))) return 0
    const events = await takeEventsForAllCustomers(transaction, { limit })
    const rows = events.map(({ customerId, eventId }) => ({ customerId, rowId: eventId }))
    if (events.length > 0) await asBatch(rows, () => dispatchAll(transaction, events, context.now, dispatch))
    return events.length
  })

/** Dispatches the events that wait, each once. Returns whether there may be more. */
export const dispatchEvents = (createContext: () => Context, dispatch: Dispatch): Promise<boolean> =>
  workInBatches({
    name: eventQueueName,
    batchSize,
    createContext,
    work: (context, limit) => dispatchBatch(context, dispatch, limit),
    setAside: (context, row) => workForAllCustomers(context, (transaction) => setEventAside(transaction, row)),
  })

const dispatchOne = (context: Context, dispatch: Dispatch, { rowId: eventId }: Job, finish: JobRun['finish']): Promise<void> =>
  workForAllCustomers(context, async (transaction) => {
    await waitForPlanningLock(transaction)
    const events = await takeEventsForAllCustomers(transaction, { eventId })
    if (events.length > 0) await dispatchAll(transaction, events, context.now, dispatch)
    await finish(transaction)
  })

/** Events that failed in their batch, one by one, so that they hold up no other. */
export function eventQueues(dispatch: Dispatch): Record<string, Queue> {
  const queue: Queue = {
    slots: 1,
    maxPerCustomer: 1,
    maxPerKey: 1,
    leaseSeconds: 60,
    maxAttempts: 8,
    run: (job, { createContext, finish }) => dispatchOne(createContext(), dispatch, job, finish),
  }
  return { [eventQueueName]: queue }
}
