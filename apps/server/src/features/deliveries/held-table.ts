import type { DeliveryChannel } from '@vakt/contract/deliveries/deliveries.ts'
import type { RuleFinding } from '@vakt/contract/incidents/rule-finding.ts'
import type { Language } from '@vakt/contract/users/session.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import type { Cap } from './channel.ts'
import { addressWithoutAccount } from './delivery-table.ts'

/** The held messages to one recipient about one ticket or incident. */
export type Held = {
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
  /** Null where the ticket or incident is gone, or there is none. */
  subject: string | null
  /** What an alert rule found, where the subject is that of its incident. */
  finding: RuleFinding | null
  private: boolean
  requesterId: string | null
  count: number
  firstHeldAt: Date
  lastHeldAt: Date
  /** What the last of them says. */
  latest: string
}

/** The messages held for addresses that may have one on this channel again, marked as summarised. */
export async function takeHeldForAllCustomers(
  transaction: Transaction,
  { channels, by, cap, now }: { channels: readonly DeliveryChannel[]; by: DeliveryChannel; cap: Cap; now: Date },
): Promise<Held[]> {
  const { rows } = await transaction.query<Held>(
    `with free as (
       select h.address from (select distinct address from mail_delivery where state = 'held' and channel = any($1) and next_at <= $5) h
       where (select count(*) from mail_delivery d where d.address = h.address and d.channel = $2
         and d.created_at > $5::timestamptz - make_interval(mins => $4) and d.state not in ('held', 'summarised')) < $3
     ), taken as (
       update mail_delivery set state = 'summarised', finished_at = $5
       where state = 'held' and channel = any($1) and next_at <= $5 and address in (select address from free)
       returning recipient_id, address, recipient_name, language, customer_id, ticket_id, incident_id, private, recipient_customer_id,
         destination_id, created_at, text_body
     ), counted as (
       select recipient_id, address, recipient_name, language, customer_id, ticket_id, incident_id, private, recipient_customer_id, destination_id,
         count(*)::int as count, min(created_at) as first_held_at, max(created_at) as last_held_at,
         (array_agg(text_body order by created_at desc))[1] as latest
       from taken group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
     )
     select k.recipient_id as "recipientId", k.address, k.recipient_name as "recipientName", k.language, c.time_zone as "timeZone",
       ${addressWithoutAccount} as "addressWithoutAccount", k.customer_id as "customerId", k.ticket_id as "ticketId",
       k.incident_id as "incidentId", coalesce(t.subject, i.title) as subject,
       case when t.subject is null then i.finding end as finding, k.private, t.requester_id as "requesterId", k.count,
       k.first_held_at as "firstHeldAt", k.last_held_at as "lastHeldAt", k.latest, k.recipient_customer_id as "recipientCustomerId", o.contact_id as "contactId",
       o.stop_key as "stopKey"
     from counted k join customer c on c.customer_id = k.recipient_customer_id
     left join incident_contact o on o.contact_id = k.destination_id and o.stopped_at is null
     left join ticket t on t.customer_id = k.customer_id and t.ticket_id = k.ticket_id
     left join incident i on i.customer_id = k.customer_id and i.incident_id = k.incident_id
     order by k.ticket_id, k.incident_id`,
    [channels, by, cap.max, cap.minutes, now],
  )
  return rows
}
