import { randomUUID } from 'node:crypto'
import type { NotificationKind } from '@vakt/contract/notifications.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { isPlainAddress } from '#server/platform/mail/mail-settings.ts'
import { countRecentMailsForAllCustomers, insertMails, type NewMail } from './mail-delivery-table.ts'
import { type RenderedMail, renderSeveralOpened, renderTicketMail } from './render-mail.ts'
import type { Telling } from './tell-people.ts'
import type { Person, TakenEvent } from './telling-table.ts'

/** One person who is to be told of one event. */
export type Told = { person: Person; event: TakenEvent; kind: NotificationKind }

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
    { language: person.language, origin: telling.origin },
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

function toMail(group: Told[], telling: Telling, now: Date): NewMail | null {
  const [first] = group
  if (!first || !isPlainAddress(first.person.email)) return null
  const { person, event, kind } = first
  const { language } = person
  const rendered =
    group.length === 1
      ? render(first, telling)
      : renderSeveralOpened(
          group.map(({ event }) => event),
          { language, origin: telling.origin, customerName: event.customerName },
        )
  const deliveryId = randomUUID()
  return {
    deliveryId,
    customerId: event.customerId,
    ticketId: event.ticketId,
    eventId: event.eventId,
    recipientCustomerId: person.customerId,
    recipientId: person.userId,
    kind,
    private: event.private,
    address: person.email,
    recipientName: person.name,
    language,
    ...rendered,
    thread: group.length === 1 ? threadOf(telling, event) : null,
    messageId: newMessageId(telling, deliveryId),
    state: telling.isSending ? 'waiting' : 'kept',
    now,
  }
}

/** Writes the mails that are to be sent; what is over the cap of an address is held, to be told in a summary. */
export async function planMails(transaction: Transaction, told: Told[], telling: Telling, now: Date): Promise<void> {
  const mails = groupOpened(told).flatMap((group) => toMail(group, telling, now) ?? [])
  if (mails.length === 0) return
  const counts = await countRecentMailsForAllCustomers(
    transaction,
    mails.map(({ address }) => address),
    now,
  )
  const capped = mails.map((mail) => {
    const count = (counts.get(mail.address) ?? 0) + 1
    counts.set(mail.address, count)
    return count > mostMailsInAnHour ? { ...mail, state: 'held' as const } : mail
  })
  await insertMails(transaction, capped)
}
