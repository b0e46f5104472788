import { randomUUID } from 'node:crypto'
import type { TicketNotificationKind } from '@vakt/contract/notifications.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { takeTurns } from '#server/platform/jobs/take-turns.ts'
import { isPlainAddress } from '#server/platform/mail/mail-settings.ts'
import { countRecentMailsForAllCustomers, insertMails, type NewMail } from './mail-delivery-table.ts'
import { type RenderedMail, renderSeveralOpened, renderTicketMail, severalOpenedSubject, ticketMailSubject } from './render-mail.ts'
import type { Telling } from './tell-people.ts'
import type { Recipient, TakenEvent } from './telling-table.ts'

/** One person who is to be told of one event. */
export type Told<To extends Recipient = Recipient> = { person: To; event: TakenEvent; kind: TicketNotificationKind }

/** To one address in an hour, over all customers. */
export const mostMailsInAnHour = 100

const domainOf = (telling: Telling) => telling.from.address.split('@')[1] ?? 'localhost'
export const newMessageId = (telling: Telling, deliveryId: string): string => `<${deliveryId}@${domainOf(telling)}>`
/** No mail bears this id: it is what all mails of a ticket refer to, so that they make one conversation wherever one begins to read. */
const threadOf = (telling: Telling, { customerId, ticketId }: TakenEvent) =>
  `<ticket-${ticketId}.${Buffer.from(customerId).toString('hex')}@${domainOf(telling)}>`

function render({ person, event, kind }: Told, telling: Telling): RenderedMail {
  const isAboutComment = event.commentId !== null
  return renderTicketMail(
    {
      ...event,
      kind,
      body: isAboutComment ? event.commentBody : ['created', 'mentioned', 'assigned'].includes(event.kind) ? event.description : null,
    },
    { language: person.language, timeZone: person.timeZone, origin: telling.origin, hasAccount: person.userId !== null },
  )
}

/** Tickets that monitoring opened together at one customer are one mail for each reader. */
function groupOpened(told: Told[]): Told[][] {
  const groups = new Map<string, Told[]>()
  for (const one of told) {
    const { person, event, kind } = one
    const key = kind === 'opened_by_monitoring' ? `${person.userId} ${event.customerId}` : `${person.userId} ${event.eventId}`
    groups.set(key, [...(groups.get(key) ?? []), one])
  }
  return [...groups.values()]
}

/** What a mail is sent as, and how it is made: one over the cap never is. */
export type PlannedMail = { envelope: Omit<NewMail, 'text' | 'html'>; render: () => RenderedMail }

function planOne(group: Told[], telling: Telling, now: Date): PlannedMail | null {
  const [first] = group
  if (!first || !isPlainAddress(first.person.email)) return null
  const { person, event, kind } = first
  const { language } = person
  const { customerName } = event
  const isAlone = group.length === 1
  const deliveryId = randomUUID()
  return {
    envelope: {
      deliveryId,
      customerId: event.customerId,
      ticketId: event.ticketId,
      incidentId: null,
      eventId: event.eventId,
      recipientCustomerId: person.customerId,
      recipientId: person.userId,
      kind,
      private: event.private,
      address: person.email,
      recipientName: person.name,
      language,
      subject: isAlone ? ticketMailSubject(event) : severalOpenedSubject(group.length, customerName, language),
      thread: isAlone ? threadOf(telling, event) : null,
      messageId: newMessageId(telling, deliveryId),
      state: telling.isSending ? 'waiting' : 'kept',
      now,
    },
    render: () =>
      isAlone
        ? render(first, telling)
        : renderSeveralOpened(
            group.map(({ event }) => event),
            { language, origin: telling.origin, customerName },
          ),
  }
}

/** Writes the mails that are to be sent. */
export async function planMails(transaction: Transaction, told: Told[], telling: Telling, now: Date): Promise<void> {
  await insertCapped(
    transaction,
    groupOpened(told).flatMap((group) => planOne(group, telling, now) ?? []),
    now,
  )
}

/** What is over the cap of an address is held, to be told in a summary, and never made. */
export async function insertCapped(transaction: Transaction, planned: PlannedMail[], now: Date): Promise<void> {
  if (planned.length === 0) return
  const counts = await countRecentMailsForAllCustomers(transaction, [...new Set(planned.map(({ envelope }) => envelope.address))], now)
  const mails: NewMail[] = []
  await takeTurns(planned, ({ envelope, render }) => {
    const count = (counts.get(envelope.address) ?? 0) + 1
    counts.set(envelope.address, count)
    mails.push(count > mostMailsInAnHour ? { ...envelope, state: 'held', text: '', html: '' } : { ...envelope, ...render() })
  })
  await insertMails(transaction, mails)
}
