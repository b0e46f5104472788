import { randomUUID } from 'node:crypto'
import type { Context } from '#server/platform/context.ts'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { insertMails, takeHeldMailsForAllCustomers } from './mail-delivery-table.ts'
import { mostMailsInAnHour, newMessageId } from './plan-mails.ts'
import { renderSummary } from './render-mail.ts'
import type { Telling } from './tell-people.ts'
import { becomeTeller, readPersonsForAllCustomers } from './telling-table.ts'

/** Tells in one mail what the cap of an hour held back, as soon as the address may get one again. Answers whether there may be more. */
export async function summariseHeldMails(context: Context, telling: Telling): Promise<boolean> {
  return workForAllCustomers(context, async (transaction) => {
    if (!(await becomeTeller(transaction))) return false
    const held = await takeHeldMailsForAllCustomers(transaction, { most: mostMailsInAnHour, now: context.now })
    if (held.length === 0) return false
    const people = await readPersonsForAllCustomers(
      transaction,
      held.map(({ recipientId }) => recipientId),
    )
    const mails = people
      .filter(({ isDisabled }) => !isDisabled)
      .flatMap((person) => {
        const own = held.find(({ recipientId }) => recipientId === person.userId)
        if (!own) return []
        const deliveryId = randomUUID()
        return {
          deliveryId,
          customerId: person.customerId,
          ticketId: null,
          eventId: null,
          recipientCustomerId: person.customerId,
          recipientId: person.userId,
          kind: 'summary',
          private: false,
          address: person.email,
          recipientName: person.name,
          language: person.language,
          ...renderSummary(own.tickets, own.count, { language: person.language, origin: telling.origin }),
          thread: null,
          messageId: newMessageId(telling, deliveryId),
          state: telling.isSending ? ('waiting' as const) : ('kept' as const),
          now: context.now,
        }
      })
    if (mails.length > 0) await insertMails(transaction, mails)
    return false
  })
}
