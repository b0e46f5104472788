import { randomInt, randomUUID } from 'node:crypto'
import { incidentTitle } from '@vakt/domain/alert-rules/rule-finding.ts'
import { type DeliverySettings, shortMessage } from '#server/features/deliveries/message.ts'
import { planMessage } from '#server/features/deliveries/plan-deliveries.ts'
import type { Person } from '#server/features/deliveries/recipients.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import type { LockedEscalation } from './escalation-table.ts'
import { pageMailTexts } from './page-mail.texts.ts'
import { insertPage, type NewPage } from './page-table.ts'

type PhoneChannel = 'sms' | 'voice'

/** How long a page can be acknowledged by its link, by a reply or by a key. */
export const linkValidMs = 24 * 3_600_000

type Paged = {
  page: NewPage
  escalation: LockedEscalation
  person: Person
  /** What the person chose; absent: an SMS, and a call where it is critical or no SMS goes out. */
  only?: PhoneChannel
  settings: DeliverySettings
  now: Date
}

/** Letters cannot be replied to. */
const isNumber = (from: string) => /^(\+\d+|MG\w+)$/.test(from)

/**
 * Pages a person on their phone, once they have confirmed its number. What the cap of the number holds back is noted. False: nothing was
 * written.
 */
export async function pageByPhone(transaction: Transaction, { page, escalation, person, only, settings, now }: Paged): Promise<boolean> {
  const { customerId, customerName, incidentId, severity } = escalation
  const { userId, name, phoneNumber: number } = person
  if (number === null) {
    const missing = { kind: 'no_address', userId, personName: name, language: person.language } as const
    if (only) await insertPage(transaction, customerId, { ...page, pageId: randomUUID(), channel: only, ...missing }, now)
    return false
  }
  const spoken = settings.phone?.voice?.provider.languages ?? [person.language]
  const callLanguage = spoken.includes(person.language) ? person.language : 'en'
  const replyCode = isNumber(settings.phone?.sms?.from ?? '+') ? String(randomInt(1000, 10_000)) : null
  const words = pageMailTexts[person.language]
  const sms = `${words.severities[severity]}: ${incidentTitle(escalation, person.language)} (${customerName}). ${replyCode ? words.reply(replyCode) : ''}`
  const callWords = pageMailTexts[callLanguage]
  const what = `${callWords.severities[severity]}: ${incidentTitle(escalation, callLanguage)}`
  const call = (brand: string) => callWords.call(brand, what, customerName)
  const messages = [
    { channel: 'sms' as const, language: person.language, text: sms, replyCode },
    { channel: 'voice' as const, language: callLanguage, text: call, replyCode: null },
  ]
  let isReached = false
  for (const { replyCode: code, channel, language, text } of messages) {
    if (only ? channel !== only : channel === 'voice' && isReached && severity !== 'critical') continue
    const deliveryId = randomUUID()
    const recipient = { ...person, language }
    const about = { deliveryId, customerId, incidentId, kind: 'page', private: true, recipient, to: { channel, address: number } }
    const outcome = await planMessage(transaction, { ...about, ...shortMessage(text) }, settings, now)
    const isPlanned = outcome === 'planned'
    isReached ||= isPlanned
    const acknowledgement = isPlanned ? { replyCode: code, validUntil: new Date(now.getTime() + linkValidMs) } : {}
    const kind = isPlanned ? 'paged' : outcome === 'held_back' ? 'held_back' : 'not_allowed'
    const noted = { channel, kind, userId, personName: name, language } as const
    await insertPage(transaction, customerId, { ...page, pageId: deliveryId, ...noted, ...acknowledgement }, now)
  }
  return isReached
}
