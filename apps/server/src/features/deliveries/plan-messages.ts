import type { Language } from '@vakt/contract/session.ts'
import { fitSms } from '@vakt/domain/messages/sms-text.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import type { PhoneChannel } from '#server/platform/phone/phone-provider.ts'
import { type NumberProblem, readNumber } from '#server/platform/phone/read-number.ts'
import { announceDeliveries } from './announce-deliveries.ts'
import { insertDeliveries, type NewDelivery } from './delivery-table.ts'
import { readHasRecentMessageForAllCustomers } from './message-cap-table.ts'
import type { DeliverySettings } from './plan-deliveries.ts'

export type PlannedMessage = {
  channel: PhoneChannel
  /** Chosen by the caller: planned again with the same one, it stays one message. */
  deliveryId: string
  customerId: string
  ticketId: string | null
  incidentId: string | null
  kind: 'process' | 'page' | 'channel_test' | 'phone_code' | 'message_summary'
  private?: boolean
  /** Whose number it is, where they have an account. */
  recipient: { userId: string; customerId: string } | null
  number: string
  name: string
  language: Language
  text: string
}

/** `held_back`: over the cap of the number, and part of a summary later. */
export type PlanOutcome = 'planned' | 'held_back' | NumberProblem | 'language_not_spoken'

/** One SMS and one call to a number within this time, over all customers. */
export const messageCapMinutes = 5

/** The countries that may be reached where nothing is configured. */
export const defaultCountries = ['SE', 'NO', 'DK', 'FI']

/** Whether the cap holds back a further message to the number. The caller holds the planning lock. */
const hasRecentMessageForAllCustomers = (
  transaction: Transaction,
  { channel, number, now }: { channel: PhoneChannel; number: string; now: Date },
): Promise<boolean> =>
  readHasRecentMessageForAllCustomers(transaction, { channel, number, since: new Date(now.getTime() - messageCapMinutes * 60_000) })

type Judged = { number: string; outcome: 'planned' | 'held_back' } | { outcome: Exclude<PlanOutcome, 'planned' | 'held_back'> }
type Judging = Pick<DeliverySettings, 'phone'> & { now: Date }

/** What comes of a message that is planned at that moment, without writing anything. */
export async function judgeMessage(
  transaction: Transaction,
  { channel, number: given, language }: Pick<PlannedMessage, 'channel' | 'number' | 'language'>,
  { phone, now }: Judging,
): Promise<Judged> {
  const read = readNumber(given, { channel, countries: phone?.countries ?? defaultCountries })
  if ('problem' in read) return { outcome: read.problem }
  const line = phone?.[channel]
  if (channel === 'voice' && line && !line.provider.languages.includes(language)) return { outcome: 'language_not_spoken' }
  const { number } = read
  return { number, outcome: (await hasRecentMessageForAllCustomers(transaction, { channel, number, now })) ? 'held_back' : 'planned' }
}

/**
 * Writes one SMS or call that is to be sent, unless the number may not be reached; over the cap it is held for a summary. Without a provider it
 * is kept for the outbox, as it would be sent. The caller holds the planning lock.
 */
export async function planMessage(
  transaction: Transaction,
  { number: given, name, recipient, private: isPrivate = false, ...message }: PlannedMessage,
  { from, phone, now }: Pick<DeliverySettings, 'from' | 'phone'> & { now: Date },
): Promise<PlanOutcome> {
  const { channel, deliveryId, customerId } = message
  const judged = await judgeMessage(transaction, { ...message, number: given }, { phone, now })
  if (!('number' in judged)) return judged.outcome
  const { number, outcome } = judged
  const text = channel === 'sms' ? fitSms(message.text) : message.text
  const isHeld = outcome === 'held_back'
  const domain = from.address.split('@')[1] ?? 'localhost'
  const delivery: NewDelivery = {
    ...message,
    text,
    eventId: null,
    recipientCustomerId: recipient?.customerId ?? customerId,
    recipientId: recipient?.userId ?? null,
    private: isPrivate,
    address: number,
    recipientName: name,
    subject: text.replace(/\s+/g, ' ').slice(0, 200),
    html: '',
    thread: null,
    messageId: `<${deliveryId}@${domain}>`,
    state: isHeld ? 'held' : phone?.[channel] ? 'waiting' : 'kept',
    now,
  }
  await insertDeliveries(transaction, [delivery])
  announceDeliveries(transaction, [delivery])
  return outcome
}
