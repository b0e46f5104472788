import { randomUUID } from 'node:crypto'
import { quietUntil } from '@vakt/domain/contact-rules.ts'
import { readBrandingForAllCustomers } from '#server/platform/branding/branding-table.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { takeTurns } from '#server/platform/jobs/take-turns.ts'
import { announceDeliveries } from './announce-deliveries.ts'
import { channels } from './channels.ts'
import { countRecentForAllCustomers, insertDeliveries, type NewDelivery } from './delivery-table.ts'
import type { Address, DeliverySettings, PlannedMessage, PlanOutcome } from './message.ts'
import { readPushSubscriptionsForAllCustomers } from './push-subscription-table.ts'
import type { Person } from './recipients.ts'
import { readStorms } from './storms.ts'

// The name that processes of the previous release lock.
const planningLock = "hashtext('vakt tell people')"

/** Held until the transaction ends: one worker at a time plans deliveries, so that caps and roll-ups count once. */
export async function waitForPlanningLock(transaction: Transaction): Promise<void> {
  await transaction.query(`select pg_advisory_xact_lock(${planningLock})`)
}

/** As `waitForPlanningLock`; false at once while another worker has it. */
export async function tryPlanningLock(transaction: Transaction): Promise<boolean> {
  const { rows } = await transaction.query<{ isOurs: boolean }>(`select pg_try_advisory_xact_lock(${planningLock}) as "isOurs"`)
  return rows[0]?.isOurs ?? false
}

/** Only what the channel at hand needs. */
type Settings = Pick<DeliverySettings, 'from'> & Partial<DeliverySettings>

const addressOf = ({ to, recipient }: PlannedMessage): Address => to ?? { channel: 'mail', address: recipient.email ?? '' }

/** Until when the quiet hours of its recipient hold a message about an event. */
function heldUntilOf({ recipient, eventId, isUrgent, heldUntil }: PlannedMessage, now: Date): Date | undefined {
  if (heldUntil || !eventId || isUrgent) return heldUntil
  const until = quietUntil(recipient.quietHours ?? null, { now: now.getTime(), timeZone: recipient.timeZone })
  return until === null ? undefined : new Date(until)
}

function toDelivery(planned: PlannedMessage & { deliveryId: string; to: Address }, settings: Settings, now: Date): NewDelivery {
  const { recipient, to, deliveryId, customerId, ticketId = null, incidentId = null, eventId = null, kind, subject, conversation } = planned
  const { channel, address, destinationId = recipient.contact?.contactId } = to
  const domain = settings.from.address.split('@')[1] ?? 'localhost'
  // Of messages to addresses without an account an event has one at most; a contact, and the channel of a chat, is a destination of its own.
  const isPosted = recipient.userId === null && destinationId !== undefined
  return {
    channel,
    deliveryId,
    customerId,
    ticketId,
    incidentId,
    eventId: isPosted ? null : eventId,
    ...(destinationId && { destinationId }),
    ...(isPosted && { postedEventId: eventId }),
    recipientCustomerId: recipient.customerId,
    recipientId: recipient.userId,
    kind,
    private: planned.private ?? false,
    isAddressed: planned.isAddressed ?? false,
    address,
    recipientName: recipient.name,
    language: recipient.language,
    subject,
    text: '',
    html: '',
    // No mail has this id: all mails of a conversation refer to it, so that mail programs group them whichever of them they have.
    thread: conversation ? `<${conversation}.${Buffer.from(customerId).toString('hex')}@${domain}>` : null,
    messageId: `<${deliveryId}@${domain}>`,
    attachment: planned.attachment ?? null,
    state: channels[channel].isSending(settings) ? 'waiting' : 'kept',
    nextAt: heldUntilOf(planned, now),
    now,
  }
}

/** How many more messages each of the addresses takes before its cap holds them back. The caller holds the planning lock. */
export async function readRoom(transaction: Transaction, addresses: Address[], now: Date): Promise<(address: Address) => number> {
  const byChannel = Map.groupBy(addresses, ({ channel }) => channel)
  const room = new Map<string, number>()
  for (const [channel, them] of byChannel) {
    const { cap } = channels[channel]
    if (!cap) continue
    const since = new Date(now.getTime() - cap.minutes * 60_000)
    const wanted = [...new Set(them.map(({ address }) => address))]
    const counts = await countRecentForAllCustomers(transaction, { channel, addresses: wanted, since })
    for (const address of wanted) room.set(`${channel} ${address}`, cap.max - (counts.get(address) ?? 0))
  }
  return ({ channel, address }) => room.get(`${channel} ${address}`) ?? Number.POSITIVE_INFINITY
}

/** What a summary can list, or quote. */
const canBeHeld = ({ channel, ticketId, incidentId }: NewDelivery) =>
  channels[channel].addressKind === 'phone' || ticketId !== null || incidentId !== null

type Readable = { message: PlannedMessage & { deliveryId: string; to: Address } }

function readAddresses(planned: PlannedMessage[], { phone }: Settings, outcomes: Map<string, PlanOutcome>): Readable[] {
  return planned.flatMap((message) => {
    const to = addressOf(message)
    const deliveryId = message.deliveryId ?? randomUUID()
    const read = channels[to.channel].readAddress?.(to.address, { language: message.recipient.language, phone }) ?? to
    if (!('problem' in read)) return [{ message: { ...message, deliveryId, to: { ...to, address: read.address } } }]
    outcomes.set(deliveryId, read.problem)
    return []
  })
}

/**
 * Writes messages that are to be sent, and answers what came of each. Those over the cap of an address, in a storm and in quiet hours are held
 * for a summary; what a summary cannot list waits for the end of the quiet hours. What nothing can be sent to is left out. Without a mail
 * server or a provider they are kept for the outbox, as they would be sent. The caller holds the planning lock.
 */
export async function planMessages(
  transaction: Transaction,
  planned: PlannedMessage[],
  settings: Settings,
  now: Date,
): Promise<Map<string, PlanOutcome>> {
  const outcomes = new Map<string, PlanOutcome>()
  const readable = readAddresses(planned, settings, outcomes)
  if (readable.length === 0) return outcomes
  const addresses = readable.map(({ message }) => message.to)
  const roomOf = await readRoom(transaction, addresses, now)
  const stormUntil = await readStorms(
    transaction,
    readable.map(({ message }) => message),
    now,
  )
  const branding = await readBrandingForAllCustomers(transaction)
  const written = new Map<string, number>()
  const deliveries: NewDelivery[] = []
  await takeTurns(readable, ({ message }) => {
    const delivery = toDelivery(message, settings, now)
    const { channel, address, deliveryId } = delivery
    const { cap, addressKind, render } = channels[channel]
    if (cap) delivery.nextAt ??= stormUntil(message)
    const before = written.get(`${channel} ${address}`) ?? 0
    written.set(`${channel} ${address}`, before + 1)
    const isHeld = (before >= roomOf(message.to) || delivery.nextAt !== undefined) && canBeHeld(delivery)
    // A mail that is part of a summary is listed there by its subject alone.
    const isRendered = !isHeld || addressKind !== 'mail'
    const rendered = isRendered ? render(message, { origin: '', isSending: false, ...settings, branding }) : {}
    deliveries.push({ ...delivery, ...rendered, ...(isHeld && { state: 'held' as const }) })
    outcomes.set(deliveryId, isHeld ? 'held_back' : 'planned')
  })
  await insertDeliveries(transaction, deliveries)
  announceDeliveries(transaction, deliveries)
  return outcomes
}

/** One message, as `planMessages`. */
export async function planMessage(transaction: Transaction, planned: PlannedMessage, settings: Settings, now: Date): Promise<PlanOutcome> {
  const [outcome = 'no_address' as const] = (await planMessages(transaction, [planned], settings, now)).values()
  return outcome
}

/** Writes a message to each device of a person; the first has the given id. `no_address`: they have none. */
export async function planPushes(
  transaction: Transaction,
  planned: PlannedMessage & { recipient: Person },
  settings: Settings,
  now: Date,
): Promise<PlanOutcome> {
  const devices = await readPushSubscriptionsForAllCustomers(transaction, planned.recipient.userId)
  const messages = devices.map(({ subscriptionId: destinationId, device: address }, index): PlannedMessage => {
    const { deliveryId, ...message } = planned
    return { ...message, private: true, to: { channel: 'push', address, destinationId }, ...(index === 0 && deliveryId && { deliveryId }) }
  })
  await planMessages(transaction, messages, settings, now)
  return messages.length > 0 ? 'planned' : 'no_address'
}
