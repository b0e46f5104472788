import type { Language } from '@vakt/contract/session.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { addressWithoutAccount } from './delivery-table.ts'

/** The held mails to one recipient about one ticket or incident. */
export type HeldMails = {
  /** Null of someone without an account, to whom the address belongs. */
  recipientId: string | null
  address: string
  recipientName: string
  language: Language
  timeZone: string
  addressWithoutAccount: string | null
  recipientCustomerId: string
  /** Of a contact for incidents without an account, as long as it is one. */
  contactId: string | null
  stopKey: Buffer | null
  customerId: string
  ticketId: string | null
  incidentId: string | null
  subject: string
  private: boolean
  requesterId: string | null
  count: number
  firstHeldAt: Date
}

/** The mails held for addresses that are below the cap again, marked as summarised. */
export async function takeHeldMailsForAllCustomers(
  transaction: Transaction,
  { maxPerHour, now }: { maxPerHour: number; now: Date },
): Promise<HeldMails[]> {
  const { rows } = await transaction.query<HeldMails>(
    `with free as (
       select h.address from (select distinct address from mail_delivery where state = 'held' and channel = 'mail' and next_at <= $2) h
       where (select count(*) from mail_delivery d where d.address = h.address and d.created_at > $2::timestamptz - interval '1 hour'
         and d.state not in ('held', 'summarised')) < $1
     ), taken as (
       update mail_delivery set state = 'summarised', finished_at = $2 where state = 'held' and channel = 'mail' and next_at <= $2 and address in (select address from free)
       returning recipient_id, address, recipient_name, language, customer_id, ticket_id, incident_id, private, recipient_customer_id,
         destination_id, created_at
     ), counted as (
       select recipient_id, address, recipient_name, language, customer_id, ticket_id, incident_id, private, recipient_customer_id, destination_id,
         count(*)::int as count,
         min(created_at) as first_held_at
       from taken group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
     )
     select k.recipient_id as "recipientId", k.address, k.recipient_name as "recipientName", k.language, c.time_zone as "timeZone",
       ${addressWithoutAccount} as "addressWithoutAccount", k.customer_id as "customerId", k.ticket_id as "ticketId",
       k.incident_id as "incidentId", coalesce(t.subject, i.title) as subject, k.private, t.requester_id as "requesterId", k.count,
       k.first_held_at as "firstHeldAt", k.recipient_customer_id as "recipientCustomerId", o.contact_id as "contactId",
       o.stop_key as "stopKey"
     from counted k join customer c on c.customer_id = k.customer_id
     left join incident_contact o on o.contact_id = k.destination_id and o.stopped_at is null
     left join ticket t on t.customer_id = k.customer_id and t.ticket_id = k.ticket_id
     left join incident i on i.customer_id = k.customer_id and i.incident_id = k.incident_id
     where coalesce(t.subject, i.title) is not null order by k.ticket_id, k.incident_id`,
    [maxPerHour, now],
  )
  return rows
}
