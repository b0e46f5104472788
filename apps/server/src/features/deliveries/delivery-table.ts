import type { DeliveryState } from '@vakt/contract/deliveries.ts'
import type { Language } from '@vakt/contract/session.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { enqueueJobs, enqueueMissingJobsForAllCustomers } from '#server/platform/jobs/job-table.ts'

/** The queue of each channel; its rows are deliveries. */
export const deliveryQueueNames = { mail: 'send-mails' } as const
export type ChannelName = keyof typeof deliveryQueueNames

// The name that processes of the previous release lock.
const planningLock = "hashtext('vakt tell people')"

export type NewDelivery = {
  channel: ChannelName
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
  address: string
  recipientName: string
  language: string
  subject: string
  text: string
  html: string
  thread: string | null
  messageId: string
  state: 'waiting' | 'kept' | 'held'
  now: Date
}

/** Held until the transaction ends: one worker at a time plans deliveries, so that caps and roll-ups count once. */
export async function waitForPlanningLock(transaction: Transaction): Promise<void> {
  await transaction.query(`select pg_advisory_xact_lock(${planningLock})`)
}

/** As `waitForPlanningLock`; false at once while another worker has it. */
export async function tryPlanningLock(transaction: Transaction): Promise<boolean> {
  const { rows } = await transaction.query<{ isOurs: boolean }>(`select pg_try_advisory_xact_lock(${planningLock}) as "isOurs"`)
  return rows[0]?.isOurs ?? false
}

/** How many deliveries each address got, or is about to get, within the last hour. */
export async function countRecentDeliveriesForAllCustomers(
  transaction: Transaction,
  addresses: string[],
  now: Date,
): Promise<Map<string, number>> {
  const { rows } = await transaction.query<{ address: string; count: number }>(
    `select address, count(*)::int as count from mail_delivery
     where address = any($1) and created_at > $2::timestamptz - interval '1 hour' and state not in ('held', 'summarised') group by address`,
    [addresses, now],
  )
  return new Map(rows.map(({ address, count }) => [address, count]))
}

/** Idempotent: at most one delivery per event and recipient. */
export async function insertDeliveries(transaction: Transaction, deliveries: NewDelivery[]): Promise<void> {
  const column = <Key extends keyof NewDelivery>(key: Key) => deliveries.map((delivery) => delivery[key])
  const { rows } = await transaction.query<{ customerId: string; deliveryId: string; channel: ChannelName; state: string }>(
    `insert into mail_delivery (delivery_id, customer_id, ticket_id, event_id, recipient_customer_id, recipient_id, kind, private, address,
       recipient_name, language, subject, text_body, html_body, thread, message_id, state, created_at, incident_id, channel, next_at)
     select m.*, m.created_at from unnest($1::uuid[], $2::text[], $3::bigint[], $4::bigint[], $5::text[], $6::uuid[], $7::text[], $8::boolean[],
       $9::text[], $10::text[], $11::text[], $12::text[], $13::text[], $14::text[], $15::text[], $16::text[], $17::text[], $18::timestamptz[], $19::bigint[],
       $20::text[])
       as m (delivery_id, customer_id, ticket_id, event_id, recipient_customer_id, recipient_id, kind, private, address,
         recipient_name, language, subject, text_body, html_body, thread, message_id, state, created_at, incident_id, channel)
     on conflict do nothing returning customer_id as "customerId", delivery_id as "deliveryId", channel, state`,
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
    ],
  )
  await enqueueJobs(
    transaction,
    rows
      .filter(({ state }) => state === 'waiting')
      .map(({ customerId, deliveryId, channel }) => ({ queue: deliveryQueueNames[channel], customerId, rowId: deliveryId })),
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
  /** Of the ticket. */
  requesterId: string | null
  /** Of the ticket's requester while they have no account. */
  addressWithoutAccount: string | null
  address: string
  recipientName: string
  subject: string
  text: string
  html: string
  thread: string | null
  messageId: string
  attempts: number
  createdAt: Date
}

const addressWithoutAccount = 'case when t.requester_without_account and t.requester_id is null then t.requester_email end'

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
       (select ${addressWithoutAccount} from ticket t where t.customer_id = mail_delivery.customer_id and t.ticket_id = mail_delivery.ticket_id)
         as "addressWithoutAccount",
       (select requester_id from ticket t where t.customer_id = mail_delivery.customer_id and t.ticket_id = mail_delivery.ticket_id) as "requesterId", address, recipient_name as "recipientName", subject, text_body as text, html_body as html, thread, message_id as "messageId",
       attempts, created_at as "createdAt"`,
    [deliveryId, claim],
  )
  const [delivery] = rows
  return delivery ? { state: 'claimed', delivery } : { state: 'ended' }
}

export const enqueueWaitingMails = (transaction: Transaction): Promise<number> =>
  enqueueMissingJobsForAllCustomers(
    transaction,
    deliveryQueueNames.mail,
    "select customer_id, delivery_id::text, '', next_at from mail_delivery where channel = 'mail' and state in ('waiting', 'claimed', 'sending')",
  )

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
}

/** The held mails to one recipient about one ticket or incident. */
export type HeldMails = {
  /** Null of someone without an account, to whom the address belongs. */
  recipientId: string | null
  address: string
  recipientName: string
  language: Language
  timeZone: string
  addressWithoutAccount: string | null
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
       select h.address from (select distinct address from mail_delivery where state = 'held') h
       where (select count(*) from mail_delivery d where d.address = h.address and d.created_at > $2::timestamptz - interval '1 hour'
         and d.state not in ('held', 'summarised')) < $1
     ), taken as (
       update mail_delivery set state = 'summarised', finished_at = $2 where state = 'held' and address in (select address from free)
       returning recipient_id, address, recipient_name, language, customer_id, ticket_id, incident_id, private, created_at
     ), counted as (
       select recipient_id, address, recipient_name, language, customer_id, ticket_id, incident_id, private, count(*)::int as count,
         min(created_at) as first_held_at
       from taken group by 1, 2, 3, 4, 5, 6, 7, 8
     )
     select k.recipient_id as "recipientId", k.address, k.recipient_name as "recipientName", k.language, c.time_zone as "timeZone",
       ${addressWithoutAccount} as "addressWithoutAccount", k.customer_id as "customerId", k.ticket_id as "ticketId",
       k.incident_id as "incidentId", coalesce(t.subject, i.title) as subject, k.private, t.requester_id as "requesterId", k.count,
       k.first_held_at as "firstHeldAt"
     from counted k join customer c on c.customer_id = k.customer_id
     left join ticket t on t.customer_id = k.customer_id and t.ticket_id = k.ticket_id
     left join incident i on i.customer_id = k.customer_id and i.incident_id = k.incident_id
     where coalesce(t.subject, i.title) is not null order by k.ticket_id, k.incident_id`,
    [maxPerHour, now],
  )
  return rows
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
