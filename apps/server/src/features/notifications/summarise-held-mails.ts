import { randomUUID } from 'node:crypto'
import { mayLearnOfIncident } from '@vakt/domain/incident-notification.ts'
import { mayLearn } from '@vakt/domain/ticket-telling.ts'
import type { Context } from '#server/platform/context.ts'
import { type Transaction, workForAllCustomers } from '#server/platform/database/transaction.ts'
import { type HeldMails, insertMails, type NewMail, takeHeldMailsForAllCustomers } from './mail-delivery-table.ts'
import { mostMailsInAnHour, newMessageId } from './plan-mails.ts'
import { createReaderOf } from './readers.ts'
import { type MailLine, renderSummary } from './render-mail.ts'
import type { Telling } from './tell-people.ts'
import { becomeTeller, type Recipient, readPersonsForAllCustomers } from './telling-table.ts'

/** Tells in one mail what the cap of an hour held back, as soon as the address may get one again. Answers whether there may be more. */
export async function summariseHeldMails(context: Context, telling: Telling): Promise<boolean> {
  return workForAllCustomers(context, async (transaction) => {
    if (!(await becomeTeller(transaction))) return false
    const held = await takeHeldMailsForAllCustomers(transaction, { most: mostMailsInAnHour, now: context.now })
    if (held.length === 0) return false
    const allowed = [...(await findAllowed(transaction, held)), ...findAllowedWithoutAccount(held)]
    const mails = allowed.map(({ person, allowed }) => planSummary(person, allowed, telling, context.now))
    if (mails.length > 0) await insertMails(transaction, mails)
    return false
  })
}

type Allowed = { person: Recipient; allowed: HeldMails[] }

const mayLearnOfHeld = (reader: Parameters<typeof mayLearn>[0], mail: HeldMails) =>
  mail.incidentId === null ? mayLearn(reader, mail) : mayLearnOfIncident(reader)

/** What each reader may learn now: a right that held when a mail was held back may be lost. Readers who may learn nothing are left out. */
async function findAllowed(transaction: Transaction, held: HeldMails[]): Promise<Allowed[]> {
  const people = await readPersonsForAllCustomers(transaction, [...new Set(held.flatMap(({ recipientId }) => recipientId ?? []))])
  const readerOf = await createReaderOf(
    transaction,
    held.map(({ customerId }) => customerId),
  )
  return people
    .map((person) => ({
      person,
      allowed: held.filter((mail) => mail.recipientId === person.userId && mayLearnOfHeld(readerOf(person, mail.customerId), mail)),
    }))
    .filter(({ allowed }) => allowed.length > 0)
}

/** What requesters without an account may learn now: each of one customer and address. */
function findAllowedWithoutAccount(held: HeldMails[]): Allowed[] {
  const theirs = held.filter((mail) => mail.recipientId === null && !mail.private && mail.addressWithoutAccount === mail.address)
  return [...Map.groupBy(theirs, ({ customerId, address }) => `${customerId} ${address}`).values()].flatMap((allowed) => {
    const [first] = allowed
    if (!first) return []
    const { customerId, recipientName, address, language, timeZone } = first
    return [{ person: { userId: null, customerId, name: recipientName, email: address, language, timeZone }, allowed }]
  })
}

function planSummary(person: Recipient, held: HeldMails[], telling: Telling, now: Date): NewMail {
  const deliveryId = randomUUID()
  const lines = [...new Map(held.map((mail): [string, MailLine] => [`${mail.ticketId} ${mail.incidentId}`, mail])).values()]
  const count = held.reduce((sum, mail) => sum + mail.count, 0)
  const firstHeld = new Date(Math.min(...held.map(({ firstHeldAt }) => firstHeldAt.getTime())))
  return {
    deliveryId,
    customerId: person.customerId,
    ticketId: null,
    incidentId: null,
    eventId: null,
    recipientCustomerId: person.customerId,
    recipientId: person.userId,
    kind: 'summary',
    private: false,
    address: person.email,
    recipientName: person.name,
    language: person.language,
    ...renderSummary(
      lines,
      { count, since: firstHeld.toISOString() },
      { ...person, origin: telling.origin, hasAccount: person.userId !== null },
    ),
    thread: null,
    messageId: newMessageId(telling, deliveryId),
    state: telling.isSending ? 'waiting' : 'kept',
    now,
  }
}
