import type { DeliverySettings, PlannedMessage } from '#server/features/deliveries/message.ts'
import { planMessages, tryPlanningLock, waitForPlanningLock } from '#server/features/deliveries/plan-deliveries.ts'
import { createReaderOf, findPeople, type Person } from '#server/features/deliveries/recipients.ts'
import { mailReaderOf } from '#server/features/deliveries/render-mail.ts'
import { type NewNotification, notifyInPortal } from '#server/features/notifications/notify-in-portal.ts'
import type { Context } from '#server/platform/context.ts'
import { type Transaction, workForAllCustomers } from '#server/platform/database/transaction.ts'
import type { Begun } from '#server/platform/installation-note-table.ts'
import type { Job } from '#server/platform/jobs/job-table.ts'
import { takeTurns } from '#server/platform/jobs/take-turns.ts'
import { inTime } from '#server/platform/jobs/time-limit.ts'
import { asBatch, type PassingFaults, workInBatches } from '#server/platform/jobs/work-in-batches.ts'
import type { JobRun, Queue } from '#server/platform/jobs/work-queue.ts'
import { beginEvents, endBegun, endFailed } from './begin-events.ts'
import { eventQueueName, limitStatements, markDispatched, setEventAside, takeEventsForAllCustomers } from './event-table.ts'
import type { EventTopic, LoggedEvent, Notified, WebhookEvent } from './event-topic.ts'
import type { TopicName } from './note-event.ts'

export type Dispatch = {
  topics: Record<TopicName, EventTopic>
  passingFaults: PassingFaults
  /** How long a batch may take: the events of others wait meanwhile. Absent: 5 seconds. */
  maxSeconds?: number
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
const notificationsAtOnce = 1000
const maxSecondsOf = ({ maxSeconds = 5 }: Dispatch) => maxSeconds
/** An event by itself holds up no other until its mails are planned. */
const maxSecondsAlone = 30

type Channel = 'byMail' | 'inPortal'
type Found = { recipient: Person } & Record<Channel, LoggedEvent[]>

function* pairsOf(people: readonly Found[], events: readonly LoggedEvent[]): Generator<{ to: Found; event: LoggedEvent }> {
  for (const to of people) for (const event of events) yield { to, event }
}

/** The users who are notified, on each channel. Users times events can be a million: the event loop has its turns in between. */
async function findNotified(
  transaction: Transaction,
  topic: EventTopic,
  events: LoggedEvent[],
): Promise<(channel: Channel) => Notified<LoggedEvent, Person>[]> {
  const customerIds = [...new Set(events.map(({ customerId }) => customerId))]
  const { userIds, emails = [], channelsFor, ...chosen } = await topic.findAudience(transaction, events)
  const people = await findPeople(transaction, { userIds: [...new Set(userIds)], customerIds, emails, ...chosen })
  const readerOf = await createReaderOf(transaction, customerIds)
  const found = people.map((recipient): Found => ({ recipient, byMail: [], inPortal: [] }))
  await takeTurns(pairsOf(found, events), ({ to, event }) => {
    const channels = channelsFor(event, to.recipient, readerOf(to.recipient, event.customerId))
    if (channels.byMail) to.byMail.push(event)
    if (channels.inPortal) to.inPortal.push(event)
  })
  const worthMessage = (wanted: LoggedEvent[]) => topic.select?.(wanted) ?? wanted
  await takeTurns(found, (to) => {
    to.byMail = worthMessage(to.byMail)
    to.inPortal = worthMessage(to.inPortal)
  })
  return (channel) => found.flatMap((to) => to[channel].map((event) => ({ recipient: to.recipient, event })))
}

async function mailsOf(topic: EventTopic, notified: Notified<LoggedEvent>[], origin: string): Promise<PlannedMessage[]> {
  const keyOf = ({ recipient, event }: Notified<LoggedEvent>) =>
    `${recipient.userId ?? recipient.contact?.contactId} ${topic.mailKeyOf?.(event) ?? event.eventId}`
  const groups = new Map<string, [Notified<LoggedEvent>, ...Notified<LoggedEvent>[]]>()
  await takeTurns(notified, (one) => {
    const key = keyOf(one)
    const group = groups.get(key)
    if (group) group.push(one)
    else groups.set(key, [one])
  })
  const mails: PlannedMessage[] = []
  await takeTurns(groups.values(), ([first, ...others]) => {
    const { recipient, event } = first
    const { customerId, eventId } = event
    const mail = topic.mailOf([event, ...others.map((one) => one.event)], mailReaderOf(recipient, origin))
    const isUrgent = [first, ...others].some((one) => topic.isUrgent?.(one.event) ?? false)
    mails.push({ ...mail, recipient, customerId, eventId, private: event.private, isUrgent })
  })
  return mails
}

/** In parts, each with all that some users are notified of: a part is what one turn of the event loop carries. */
async function showInPortal(
  transaction: Transaction,
  topic: EventTopic,
  notified: Notified<LoggedEvent, Person>[],
  now: Date,
): Promise<void> {
  let part: NewNotification[] = []
  for (const [index, { recipient, event }] of notified.entries()) {
    part.push({ recipient, event, ...topic.notificationOf(event) })
    const isLastOfUser = notified[index + 1]?.recipient !== recipient
    if (part.length < notificationsAtOnce || !isLastOfUser) continue
    await notifyInPortal(transaction, part, now)
    part = []
  }
  await notifyInPortal(transaction, part, now)
}

/** `lockPlanning` is called before anything is planned, where the lock is not held already. */
type Dispatching = Dispatch & { now: Date; lockPlanning?: () => Promise<void> }

async function dispatchTopic(
  transaction: Transaction,
  topic: EventTopic,
  logged: LoggedEvent[],
  { deliveries, sendToWebhooks, sendToChats, now, lockPlanning }: Dispatching,
): Promise<void> {
  const events = await topic.load(transaction, logged)
  if (events.length === 0) return
  const notifiedBy = await findNotified(transaction, topic, events)
  await lockPlanning?.()
  await showInPortal(transaction, topic, notifiedBy('inPortal'), now)
  const mailed = notifiedBy('byMail')
  const others = topic.findOthers?.(events, mailed) ?? []
  await planMessages(transaction, await mailsOf(topic, [...mailed, ...others], deliveries.origin), deliveries, now)
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
async function dispatchAll(transaction: Transaction, events: LoggedEvent[], dispatch: Dispatching): Promise<void> {
  for (const [name, topic] of Object.entries(dispatch.topics))
    await dispatchTopic(
      transaction,
      topic,
      events.filter((event) => event.topic === name),
      dispatch,
    )
  await markDispatched(
    transaction,
    events.map(({ eventId }) => eventId),
    dispatch.now,
  )
}

/** Dispatches one batch, all or nothing; returns how many events it had. */
async function dispatchBatch(context: Context, dispatch: Dispatch, which: { limit: number; customerId?: string }): Promise<number> {
  const begun = await beginEvents(context, which)
  if (!begun) return 0
  try {
    return await dispatchBegun(context, dispatch, begun)
  } catch (error) {
    // Without a database it is counted as if the process had died.
    await endFailed(context, begun).catch(() => {})
    throw error
  }
}

const dispatchBegun = (context: Context, dispatch: Dispatch, begun: Begun): Promise<number> =>
  workForAllCustomers(context, async (transaction) => {
    const isOurs = await tryPlanningLock(transaction)
    if (!(await endBegun(transaction, begun)) || !isOurs) return 0
    await limitStatements(transaction, maxSecondsOf(dispatch))
    const events = await takeEventsForAllCustomers(transaction, { eventIds: begun.rowIds })
    const rows = events.map(({ customerId, eventId }) => ({ customerId, rowId: eventId }))
    if (events.length > 0)
      await asBatch(rows, () => dispatchAll(transaction, events, { ...dispatch, now: context.now }), maxSecondsOf(dispatch))
    return events.length
  })

/** Dispatches the events that wait, each once. Returns whether there may be more. */
export const dispatchEvents = (createContext: () => Context, dispatch: Dispatch): Promise<boolean> =>
  workInBatches({
    name: eventQueueName,
    batchSize,
    createContext,
    work: (context, limit) => dispatchBatch(context, dispatch, { limit }),
    workOfCustomer: (context, limit, customerId) => dispatchBatch(context, dispatch, { limit, customerId }),
    setAside: (context, row) => workForAllCustomers(context, (transaction) => setEventAside(transaction, row)),
    passingFaults: dispatch.passingFaults,
  })

const dispatchOne = (context: Context, dispatch: Dispatch, { rowId: eventId }: Job, finish: JobRun['finish']): Promise<void> =>
  workForAllCustomers(context, async (transaction) => {
    await limitStatements(transaction, maxSecondsAlone)
    const events = await takeEventsForAllCustomers(transaction, { eventId })
    const lockPlanning = async () => {
      await waitForPlanningLock(transaction)
      await limitStatements(transaction, maxSecondsOf(dispatch))
    }
    // Within the transaction: the planning lock is given back when it takes too long.
    if (events.length > 0)
      await inTime(maxSecondsAlone, () => dispatchAll(transaction, events, { ...dispatch, now: context.now, lockPlanning }))
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
