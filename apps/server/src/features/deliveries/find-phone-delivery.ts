import type { Language } from '@vakt/contract/users/session.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import type { PhoneChannel } from '#server/platform/phone/phone-provider.ts'

export type PhoneDelivery = {
  deliveryId: string
  channel: PhoneChannel
  kind: string
  customerId: string
  incidentId: string | null
  recipientId: string | null
  recipientName: string
  language: Language
  createdAt: Date
}

/** The message that a provider says something of, whose customer is not known before. */
export async function findPhoneDelivery(transaction: Transaction, deliveryId: string): Promise<PhoneDelivery | undefined> {
  const { rows } = await transaction.query<PhoneDelivery>(
    `select delivery_id as "deliveryId", channel, kind, customer_id as "customerId", incident_id::text as "incidentId",
       recipient_id as "recipientId", recipient_name as "recipientName", language, created_at as "createdAt"
     from mail_delivery where delivery_id = $1 and channel in ('sms', 'voice')`,
    [deliveryId],
  )
  return rows[0]
}
