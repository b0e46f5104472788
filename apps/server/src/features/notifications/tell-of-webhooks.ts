import { randomUUID } from 'node:crypto'
import { channelsOf } from '@vakt/domain/ticket-telling.ts'
import { type SwitchedOffWebhook, takeSwitchedOffWebhooks } from '#server/features/webhooks/take-switched-off.ts'
import type { Context } from '#server/platform/context.ts'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { announce } from '#server/platform/live/announce.ts'
import { isPlainAddress } from '#server/platform/mail/mail-settings.ts'
import { insertMails, type NewMail } from './mail-delivery-table.ts'
import { insertWebhookNotices } from './notification-table.ts'
import { newMessageId } from './plan-mails.ts'
import { renderWebhookMail } from './render-mail.ts'
import type { Telling } from './tell-people.ts'
import { becomeTeller, type Person, readPeopleForAllCustomers } from './telling-table.ts'

const kind = 'webhook_switched_off'

type Told = { person: Person; webhook: SwitchedOffWebhook }

function toMail({ person, webhook }: Told, telling: Telling, now: Date): NewMail {
  const deliveryId = randomUUID()
  return {
    deliveryId,
    customerId: webhook.customerId,
    ticketId: null,
    incidentId: null,
    eventId: null,
    recipientCustomerId: person.customerId,
    recipientId: person.userId,
    kind,
    private: true,
    address: person.email,
    recipientName: person.name,
    language: person.language,
    ...renderWebhookMail(webhook, { language: person.language, origin: telling.origin }),
    thread: null,
    messageId: newMessageId(telling, deliveryId),
    state: telling.isSending ? 'waiting' : 'kept',
    now,
  }
}

/** Tells the staff of webhooks that were switched off for failing: until somebody acts, another system hears nothing any more. */
export async function tellOfWebhooks(context: Context, telling: Telling): Promise<boolean> {
  const { now } = context
  return workForAllCustomers(context, async (transaction) => {
    if (!(await becomeTeller(transaction))) return false
    const webhooks = await takeSwitchedOffWebhooks(transaction, now)
    if (webhooks.length === 0) return false
    const staff = (await readPeopleForAllCustomers(transaction, { userIds: [], customerIds: [], emails: [] })).filter(
      ({ isStaff }) => isStaff,
    )
    const told = (channel: 'byMail' | 'inPortal') =>
      staff.filter((person) => channelsOf(kind, person)[channel]).flatMap((person) => webhooks.map((webhook) => ({ person, webhook })))
    const toShow = told('inPortal')
    await insertWebhookNotices(transaction, kind, toShow, now)
    const toMails = told('byMail').filter(({ person }) => isPlainAddress(person.email))
    if (toMails.length > 0)
      await insertMails(
        transaction,
        toMails.map((one) => toMail(one, telling, now)),
      )
    const shownTo = new Map(toShow.map(({ person }) => [person.userId, person.customerId]))
    announce(transaction, ...[...shownTo].map(([userId, customerId]) => ({ type: 'notification.changed', customerId, userId }) as const))
    return false
  })
}
