import type { DeliveryChannel, DeliveryState } from '@vakt/contract/deliveries/deliveries.ts'
import type { Language } from '@vakt/contract/users/session.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { enqueueJobs, enqueueMissingJobsForAllCustomers } from '#server/platform/jobs/job-table.ts'
import { channelEntries, channels } from './channels.ts'
import { type TakenByProvider, writeTaken } from './phone-delivery-table.ts'

/** What a mail carries, made when it is sent: the report of a month. */
export type DeliveryAttachment = { report: string }

export type NewDelivery = {
  channel: DeliveryChannel
  deliveryId: string
  customerId: string
  ticketId: string | null
  incidentId: string | null
  eventId: string | null
  recipientCustomerId: string
  /** Null of someone without an account. */
  recipientId: string | null
  kind: string
  private: boolean
  /** See `PlannedMessage`. */
  isAddressed: boolean
  address: string
  recipientName: string
  language: string
  subject: string
  text: string
  html: string
  thread: string | null
  messageId: string
  /** The channel of a chat that it is posted to, or the contact for incidents that it is mailed to. */
  destinationId?: string
  /** In place of `eventId`, which is of one recipient. */
  postedEventId?: string | null
  attachment?: DeliveryAttachment | null
  state: 'waiting' | 'kept' | 'held'
  /** Absent: at once. Of one that is held, until when. */
  nextAt?: Date | undefined
  now: Date
}

/** How many deliveries each address got on the channel, or is about to get, after `since`. */
export async function countRecentForAllCustomers(
  transaction: Transaction,
  { channel, addresses, since }: { channel: DeliveryChannel; addresses: string[]; since: Date },
): Promise<Map<string, number>> {
  const { rows } = await transaction.query<{ address: string; count: number }>(
    `select address, count(*)::int as count from mail_delivery
     where address = any($1) and channel = $2 and created_at > $3 and state not in ('held', 'summarised') group by address`,
    [addresses, channel, since],
  )
  return new Map(rows.map(({ address, count }) => [address, count]))
}

/** Idempotent: at most one delivery per event and recipient, or destination. */
export async function insertDeliveries(transaction: Transaction, deliveries: NewDelivery[]): Promise<void> {
  const column = <Key extends keyof NewDelivery>(key: Key) => deliveries.map((delivery) => delivery[key])
  const { rows } = await transaction.query<{
    customerId: string
    deliveryId: string
    channel: DeliveryChannel
    state: string
    key: string
  }>(
    `insert into mail_delivery (delivery_id, customer_id, ticket_id, event_id, recipient_customer_id, recipient_id, kind, private, address,
       recipient_name, language, subject, text_body, html_body, thread, message_id, state, created_at, incident_id, channel, destination_id,
       posted_event_id, attachment, next_at, is_addressed)
     select m.* from unnest($1::uuid[], $2::text[], $3::bigint[], $4::bigint[], $5::text[], $6::uuid[], $7::text[], $8::boolean[],
       $9::text[], $10::text[], $11::text[], $12::text[], $13::text[], $14::text[], $15::text[], $16::text[], $17::text[], $18::timestamptz[], $19::bigint[],
       $20::text[], $21::uuid[], $22::bigint[], $23::jsonb[], $24::timestamptz[], $25::boolean[])
       as m (delivery_id, customer_id, ticket_id, event_id, recipient_customer_id, recipient_id, kind, private, address,
         recipient_name, language, subject, text_body, html_body, thread, message_id, state, created_at, incident_id, channel, destination_id,
         posted_event_id, attachment, next_at, is_addressed)
     on conflict do nothing
     returning customer_id as "customerId", delivery_id as "deliveryId", channel, state, coalesce(destination_id::text, '') as key`,
    [
      column('deliveryId'),
      column('customerId'),
      column('ticketId'),
      column('eventId'),
      column('recipientCustomerId'),
      column('recipientId'),
      column('kind'),
      column('private'),
      column('address'),
      column('recipientName'),
      column('language'),
      column('subject'),
      column('text'),
      column('html'),
      column('thread'),
      column('messageId'),
      column('state'),
      column('now'),
      column('incidentId'),
      column('channel'),
      deliveries.map(({ destinationId }) => destinationId ?? null),
      deliveries.map(({ postedEventId }) => postedEventId ?? null),
      deliveries.map(({ attachment }) => (attachment ? JSON.stringify(attachment) : null)),
      deliveries.map(({ nextAt, now }) => nextAt ?? now),
      column('isAddressed'),
    ],
  )
  await enqueueJobs(
    transaction,
    rows
      .filter(({ state }) => state === 'waiting')
      .map(({ customerId, deliveryId, channel, key }) => ({ queue: channels[channel].queue, customerId, rowId: deliveryId, key })),
  )
}

export type ClaimedDelivery = {
  deliveryId: string
  customerId: string
  ticketId: string | null
  incidentId: string | null
  recipientId: string | null
  kind: string
  private: boolean
  isAddressed: boolean
  /** Of the ticket. */
  requesterId: string | null
  /** Of the ticket's requester while they have no account. */
  addressWithoutAccount: string | null
  address: string
  recipientName: string
  language: Language
  subject: string
  text: string
  html: string
  thread: string | null
  messageId: string
  destinationId: string | null
  /** Of a mail to a contact for incidents without an account: whether it is one still. Null for others. */
  isContact: boolean | null
  /** Of the chat, while its channel is there and switched on. */
  sealedAddress: Buffer | null
  attachment: DeliveryAttachment | null
  /** Of web push, while the device is there; its keys in base64. */
  push: { endpoint: string; p256dh: string; auth: string } | null
  attempts: number
  createdAt: Date
}

export const addressWithoutAccount = 'case when t.requester_without_account and t.requester_id is null then t.requester_email end'

/** What processes of the previous release wrote does not say it. */
const addressedBefore = [
  'process',
  'address_confirmation',
  'invitation',
  'channel_test',
  'phone_code',
  'message_summary',
  'incident_contact_test',
]

const leaseSeconds = 30
const sendingLeaseSeconds = 90

/** The state of a delivery at the start of a job: finished, not due before a time, or claimed. */
export type Claim = { state: 'ended' } | { state: 'waits'; until: Date } | { state: 'claimed'; delivery: ClaimedDelivery }

type OpenDelivery = { state: 'waiting' | 'claimed' | 'sending'; nextAt: Date; heldForMilliseconds: number }

/**
 * Claims a delivery for an attempt, unless another worker has it. If the lease of that worker expired before the hand-over, the delivery is
 * claimed again; if after it, the outcome is `unknown`, and only a user sends it again. Leases use the clock of the database.
 */
export async function claimDelivery(
  transaction: Transaction,
  { deliveryId, claim, now }: { deliveryId: string; claim: string; now: Date },
): Promise<Claim> {
  const { rows: found } = await transaction.query<OpenDelivery>(
    `select state, next_at as "nextAt",
       coalesce(greatest(0, extract(epoch from claimed_until - now()) * 1000), 0)::float8 as "heldForMilliseconds"
     from mail_delivery where delivery_id = $1 and state in ('waiting', 'claimed', 'sending') for no key update`,
    [deliveryId],
  )
  const [open] = found
  if (!open) return { state: 'ended' }
  if (open.state !== 'waiting' && open.heldForMilliseconds > 0)
    return { state: 'waits', until: new Date(now.getTime() + open.heldForMilliseconds) }
  if (open.state === 'waiting' && open.nextAt > now) return { state: 'waits', until: open.nextAt }
  if (open.state === 'sending') {
    await transaction.query("update mail_delivery set state = 'unknown', finished_at = $2, reason = 'worker_lost' where delivery_id = $1", [
      deliveryId,
      now,
    ])
    return { state: 'ended' }
  }
  const { rows } = await transaction.query<ClaimedDelivery>(
    `update mail_delivery set state = 'claimed', claim = $2, claimed_until = now() + make_interval(secs => ${leaseSeconds}),
       attempts = attempts + 1
     where delivery_id = $1
     returning delivery_id as "deliveryId", customer_id as "customerId", ticket_id as "ticketId",
       incident_id as "incidentId", recipient_id as "recipientId", kind, private,
       coalesce(is_addressed, kind = any($3)) as "isAddressed",
       (select ${addressWithoutAccount} from ticket t where t.customer_id = mail_delivery.customer_id and t.ticket_id = mail_delivery.ticket_id)
         as "addressWithoutAccount",
       (select requester_id from ticket t where t.customer_id = mail_delivery.customer_id and t.ticket_id = mail_delivery.ticket_id) as "requesterId", address, recipient_name as "recipientName", language, subject, text_body as text, html_body as html, thread, message_id as "messageId",
       destination_id::text as "destinationId", attachment,
       case when channel = 'mail' and destination_id is not null then exists (
         select from incident_contact k where k.contact_id = mail_delivery.destination_id and k.stopped_at is null) end as "isContact",
       (select c.sealed_address from chat_destination c where c.customer_id = mail_delivery.customer_id and c.destination_id = mail_delivery.destination_id
         and (c.is_enabled or mail_delivery.kind = 'channel_test')) as "sealedAddress",
       (select json_build_object('endpoint', p.endpoint, 'p256dh', encode(p.p256dh, 'base64'), 'auth', encode(p.auth, 'base64'))
        from push_subscription p where p.subscription_id = mail_delivery.destination_id and p.user_id = mail_delivery.recipient_id) as push,
       attempts, created_at as "createdAt"`,
    [deliveryId, claim, addressedBefore],
  )
  const [delivery] = rows
  return delivery ? { state: 'claimed', delivery } : { state: 'ended' }
}

export async function enqueueWaitingDeliveries(transaction: Transaction): Promise<number> {
  let enqueued = 0
  for (const [channel, { queue }] of channelEntries)
    enqueued += await enqueueMissingJobsForAllCustomers(
      transaction,
      queue,
      `select customer_id, delivery_id::text, coalesce(destination_id::text, ''), next_at from mail_delivery where channel = '${channel}' and state in ('waiting', 'claimed', 'sending')`,
    )
  return enqueued
}

/** Committed before the first byte is handed over. False when the claim was lost: then nothing may be handed over. */
export async function markSending(transaction: Transaction, deliveryId: string, claim: string): Promise<boolean> {
  const { rowCount } = await transaction.query(
    `update mail_delivery set state = 'sending', claimed_until = now() + make_interval(secs => ${sendingLeaseSeconds})
     where delivery_id = $1 and claim = $2 and state = 'claimed' and claimed_until >= now()`,
    [deliveryId, claim],
  )
  return rowCount === 1
}

/** The state of a delivery after an attempt. */
export type Outcome = {
  state: Extract<DeliveryState, 'waiting' | 'sent' | 'unknown' | 'failed'>
  reason: string | null
  answer: string | null
  nextAt: Date | null
  /** False of an attempt that failed for a reason that has nothing to do with this delivery. */
  countsAsAttempt?: boolean
  taken?: TakenByProvider
}

/** Without effect when the claim was lost; of an `unknown` delivery, whose lease expired, only `sent` is accepted. */
export async function writeOutcome(
  transaction: Transaction,
  deliveryId: string,
  claim: string,
  outcome: Outcome,
  now: Date,
): Promise<void> {
  await transaction.query(
    `update mail_delivery set state = $3, reason = $4, answer = $5, next_at = coalesce($6, next_at), claim = null, claimed_until = null,
       attempts = attempts - $7::int, finished_at = case when $3 = 'waiting' then null else $8::timestamptz end
     where delivery_id = $1 and claim = $2 and (state in ('claimed', 'sending') or (state = 'unknown' and $3 = 'sent'))`,
    [deliveryId, claim, outcome.state, outcome.reason, outcome.answer, outcome.nextAt, outcome.countsAsAttempt === false ? 1 : 0, now],
  )
  if (outcome.taken) await writeTaken(transaction, deliveryId, outcome.taken)
}

/** Deletes at most `limit` older mails that are finished; returns how many. */
export async function deleteMailsForAllCustomers(transaction: Transaction, before: Date, limit: number): Promise<number> {
  const { rowCount } = await transaction.query(
    `delete from mail_delivery where delivery_id in (
       select delivery_id from mail_delivery where created_at < $1 and state not in ('waiting', 'claimed', 'sending', 'held')
       order by created_at limit $2)`,
    [before, limit],
  )
  return rowCount ?? 0
}
