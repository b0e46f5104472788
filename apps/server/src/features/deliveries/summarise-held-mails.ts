import { mayReceive } from '@vakt/domain/delivery.ts'
import { formatMoment } from '@vakt/domain/format-moment.ts'
import type { Context } from '#server/platform/context.ts'
import { type Transaction, workForAllCustomers } from '#server/platform/database/transaction.ts'
import { tryPlanningLock } from './delivery-table.ts'
import { type HeldMails, takeHeldMailsForAllCustomers } from './held-mail-table.ts'
import { mailTexts } from './mail.texts.ts'
import { type DeliverySettings, maxMailsPerHour, type PlannedMail, planMails } from './plan-deliveries.ts'
import { createReaderOf, findPersons, type Recipient } from './recipients.ts'
import { linesOf, type MailLine, mailReaderOf } from './render-mail.ts'

/** Sends one mail about everything that the hourly cap held back, as soon as the address is below it again. */
export async function summariseHeldMails(context: Context, settings: DeliverySettings): Promise<void> {
  const { now } = context
  await workForAllCustomers(context, async (transaction) => {
    if (!(await tryPlanningLock(transaction))) return
    const held = await takeHeldMailsForAllCustomers(transaction, { maxPerHour: maxMailsPerHour, now })
    if (held.length === 0) return
    const allowed = [...(await findAllowed(transaction, held)), ...findAllowedWithoutAccount(held)]
    await planMails(
      transaction,
      allowed.map(({ recipient, allowed }) => planSummary(recipient, allowed, settings.origin)),
      settings,
      now,
    )
  })
}

type Allowed = { recipient: Recipient; allowed: HeldMails[] }

/** The held mails that each user may still receive; users without any are left out. */
async function findAllowed(transaction: Transaction, held: HeldMails[]): Promise<Allowed[]> {
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

const contactOf = ({ contactId, stopKey }: HeldMails) => (contactId && stopKey ? { contactId, stopKey } : null)

/** The same of requesters and contacts for incidents without an account, by whose they are and by address. */
function findAllowedWithoutAccount(held: HeldMails[]): Allowed[] {
  const isTheirs = (mail: HeldMails) => mail.addressWithoutAccount === mail.address || contactOf(mail) !== null
  const theirs = held.filter((mail) => mail.recipientId === null && !mail.private && isTheirs(mail))
  const keyOf = ({ recipientCustomerId, address, contactId }: HeldMails) => `${recipientCustomerId} ${address} ${contactId}`
  return [...Map.groupBy(theirs, keyOf).values()].flatMap((allowed) => {
    const [first] = allowed
    if (!first) return []
    const { recipientCustomerId, recipientName, address, language, timeZone } = first
    const contact = contactOf(first)
    const recipient = { userId: null, customerId: recipientCustomerId, name: recipientName, email: address, language, timeZone }
    return [{ recipient: contact ? { ...recipient, contact } : recipient, allowed }]
  })
}

/** One mail about all that was held for a recipient. */
export function planSummary(recipient: Recipient, held: HeldMails[], origin: string): PlannedMail {
  const { customerId, language, timeZone } = recipient
  const words = mailTexts[language]
  const lines = [...new Map(held.map((mail): [string, MailLine] => [`${mail.ticketId} ${mail.incidentId}`, mail])).values()]
  const headline = words.summaryHeadline(held.reduce((sum, mail) => sum + mail.count, 0))
  const since = new Date(Math.min(...held.map(({ firstHeldAt }) => firstHeldAt.getTime()))).toISOString()
  return {
    recipient,
    customerId,
    kind: 'summary',
    subject: headline,
    blocks: () => [
      { type: 'headline', text: headline, over: 'Vakt' },
      { type: 'text', text: words.summaryText(formatMoment(since, { language, timeZone })) },
      ...linesOf(lines, mailReaderOf(recipient, origin)),
    ],
  }
}
