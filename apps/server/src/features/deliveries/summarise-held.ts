import type { DeliveryChannel } from '@vakt/contract/deliveries/deliveries.ts'
import type { Language } from '@vakt/contract/users/session.ts'
import { incidentTitle } from '@vakt/domain/alert-rules/rule-finding.ts'
import { mayReceive } from '@vakt/domain/delivery.ts'
import { formatMoment } from '@vakt/domain/format-moment.ts'
import type { Context } from '#server/platform/context.ts'
import { type Transaction, workForAllCustomers } from '#server/platform/database/transaction.ts'
import type { Channel } from './channel.ts'
import { channelEntries, channels } from './channels.ts'
import { type Held, takeHeldForAllCustomers } from './held-table.ts'
import { mailTexts } from './mail.texts.ts'
import { type DeliverySettings, type PlannedMessage, withoutAccount } from './message.ts'
import { phoneTexts } from './phone.texts.ts'
import { planMessage, tryPlanningLock } from './plan-deliveries.ts'
import { createReaderOf, findPersons, type Recipient } from './recipients.ts'
import { linesOf, type MailLine, mailReaderOf } from './render-mail.ts'

/** Addresses of a kind get one summary of all their channels, on the first of these that reaches them: a landline has no SMS. */
const summaries: { addressKind: Channel['addressKind']; kind: string; by: [DeliveryChannel, ...DeliveryChannel[]] }[] = [
  { addressKind: 'mail', kind: 'summary', by: ['mail'] },
  { addressKind: 'phone', kind: 'message_summary', by: ['sms', 'voice'] },
]

/** Sends one message about everything that caps, storms and quiet hours held back, as soon as the address may have it. */
export async function summariseHeld(context: Context, settings: DeliverySettings): Promise<void> {
  for (const summary of summaries)
    await workForAllCustomers(context, async (transaction) => {
      if (await tryPlanningLock(transaction)) await summarise(transaction, summary, settings, context.now)
    })
}

async function summarise(
  transaction: Transaction,
  { addressKind, kind, by }: (typeof summaries)[number],
  settings: DeliverySettings,
  now: Date,
): Promise<void> {
  const { cap } = channels[by[0]]
  if (!cap) return
  const from = channelEntries.flatMap(([name, channel]) => (channel.addressKind === addressKind ? name : []))
  const held = await takeHeldForAllCustomers(transaction, { channels: from, by: by[0], cap, now })
  const isPhone = addressKind === 'phone'
  const allowed = isPhone
    ? findNumbers(held)
    : [...(await findAllowed(transaction, held.filter(isListed))), ...findAllowedWithoutAccount(held.filter(isListed))]
  for (const { recipient, allowed: them } of allowed) {
    const { address = '', customerId = recipient.customerId } = (isPhone && latestOf(them)) || {}
    const message = { ...planSummary(recipient, them, settings.origin), customerId, kind, private: isPhone, isAddressed: isPhone }
    for (const channel of by)
      if ((await planMessage(transaction, { ...message, ...(isPhone && { to: { channel, address } }) }, settings, now)) !== 'number_wrong')
        break
  }
}

type Listed = Held & { subject: string }
type Allowed = { recipient: Recipient; allowed: Held[] }

const isListed = (held: Held): held is Listed => held.subject !== null

/** A ticket or an incident as the reader's language calls it. */
const lineOf = (one: Listed, language: Language): MailLine => ({
  ...one,
  subject: incidentTitle({ title: one.subject, finding: one.finding }, language),
})

const latestOf = (held: Held[]) => held.toSorted((a, b) => a.lastHeldAt.getTime() - b.lastHeldAt.getTime()).at(-1)

/** Of each number, whoever it was written to last. */
const findNumbers = (held: Held[]): Allowed[] =>
  [...Map.groupBy(held, ({ address }) => address).values()].flatMap((allowed) => {
    const last = latestOf(allowed)
    if (!last) return []
    const { recipientId: userId, recipientCustomerId: customerId, recipientName: name, language, timeZone } = last
    return [{ recipient: { ...withoutAccount({ customerId, name, language, timeZone }), userId }, allowed }]
  })

/** The held mails that each user may still receive; users without any are left out. */
async function findAllowed(transaction: Transaction, held: Listed[]): Promise<Allowed[]> {
  const people = await findPersons(transaction, [...new Set(held.flatMap(({ recipientId }) => recipientId ?? []))])
  const readerOf = await createReaderOf(
    transaction,
    held.map(({ customerId }) => customerId),
  )
  return people
    .map((recipient) => ({
      recipient,
      allowed: held.filter((mail) => mail.recipientId === recipient.userId && mayReceive(readerOf(recipient, mail.customerId), mail)),
    }))
    .filter(({ allowed }) => allowed.length > 0)
}

const contactOf = ({ contactId, stopKey }: Held) => (contactId && stopKey ? { contactId, stopKey } : null)

/** The same of requesters and contacts for incidents without an account, by whose they are and by address. */
function findAllowedWithoutAccount(held: Listed[]): Allowed[] {
  const isTheirs = (mail: Held) => mail.addressWithoutAccount === mail.address || contactOf(mail) !== null
  const theirs = held.filter((mail) => mail.recipientId === null && !mail.private && isTheirs(mail))
  const keyOf = ({ recipientCustomerId, address, contactId }: Held) => `${recipientCustomerId} ${address} ${contactId}`
  return [...Map.groupBy(theirs, keyOf).values()].flatMap((allowed) => {
    const [first] = allowed
    if (!first) return []
    const { recipientCustomerId: customerId, recipientName: name, address: email, language, timeZone } = first
    const contact = contactOf(first)
    return [{ recipient: withoutAccount({ customerId, name, email, language, timeZone, ...(contact && { contact }) }), allowed }]
  })
}

/** One message about all that was held for a recipient. */
export function planSummary(recipient: Recipient, held: Held[], origin: string): PlannedMessage {
  const { language, timeZone } = recipient
  const words = mailTexts[language]
  const listed = new Map(held.filter(isListed).map((one) => [`${one.ticketId} ${one.incidentId}`, lineOf(one, language)]))
  const count = held.reduce((sum, one) => sum + one.count, 0)
  const headline = words.summaryHeadline(count)
  const first = new Date(Math.min(...held.map(({ firstHeldAt }) => firstHeldAt.getTime()))).toISOString()
  const since = formatMoment(first, { language, timeZone })
  return {
    recipient,
    customerId: recipient.customerId,
    kind: 'summary',
    subject: headline,
    short: (brand) => phoneTexts[language].heldBack(brand, count, since, latestOf(held)?.latest ?? ''),
    blocks: () => [
      { type: 'headline', text: headline, over: null },
      { type: 'text', text: words.summaryText(since) },
      ...linesOf([...listed.values()], mailReaderOf(recipient, origin)),
    ],
  }
}
