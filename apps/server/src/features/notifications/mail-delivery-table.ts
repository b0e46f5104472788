import type { DeliveryState } from '@vakt/contract/notifications.ts'
import type { Language } from '@vakt/contract/session.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { enqueueMissingJobsForAllCustomers, jobChannel } from '#server/platform/jobs/job-table.ts'

/** The queue of the work queue that sends mails: its rows are deliveries. */
export const mailQueueName = 'send-mails'

export type NewMail = {
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

/** How many mails each address got, or is about to get, within the last hour. */
export async function countRecentMailsForAllCustomers(
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

/** An event is mailed to somebody once, however often it is worked through. */
export async function insertMails(transaction: Transaction, mails: NewMail[]): Promise<void> {
  const column = <Key extends keyof NewMail>(key: Key) => mails.map((mail) => mail[key])
  await transaction.query(
    `with inserted as (
     insert into mail_delivery (delivery_id, customer_id, ticket_id, event_id, recipient_customer_id, recipient_id, kind, private, address,
       recipient_name, language, subject, text_body, html_body, thread, message_id, state, created_at, incident_id, next_at)
     select m.*, m.created_at from unnest($1::uuid[], $2::text[], $3::bigint[], $4::bigint[], $5::text[], $6::uuid[], $7::text[], $8::boolean[],
       $9::text[], $10::text[], $11::text[], $12::text[], $13::text[], $14::text[], $15::text[], $16::text[], $17::text[], $18::timestamptz[], $19::bigint[])
       as m (delivery_id, customer_id, ticket_id, event_id, recipient_customer_id, recipient_id, kind, private, address,
         recipient_name, language, subject, text_body, html_body, thread, message_id, state, created_at, incident_id)
     on conflict do nothing returning customer_id, delivery_id, state)
     insert into job (queue, customer_id, row_id) select $20, customer_id, delivery_id from inserted where state = 'waiting'`,
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
      mailQueueName,
    ],
  )
  transaction.announceOnCommit(jobChannel)
}

export type ClaimedMail = {
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

/** What a mail waits for: nothing (it is done), a moment, or being handed over now. */
export type MailState = { state: 'ended' } | { state: 'waits'; until: Date } | { state: 'due'; mail: ClaimedMail }

type OpenMail = { state: 'waiting' | 'claimed' | 'sending'; nextAt: Date; heldForMilliseconds: number }

/**
 * Marks an attempt at it, unless another worker has it. One whose worker died before the hand-over is begun again; after it, its outcome is
 * `unknown`: only a person sends it again. Leases are judged by the clock of the database.
 */
export async function beginMail(
  transaction: Transaction,
  { deliveryId, claim, now }: { deliveryId: string; claim: string; now: Date },
): Promise<MailState> {
  const { rows: found } = await transaction.query<OpenMail>(
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
  const { rows } = await transaction.query<ClaimedMail>(
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
  const [mail] = rows
  return mail ? { state: 'due', mail } : { state: 'ended' }
}

export const enqueueWaitingMails = (transaction: Transaction): Promise<number> =>
  enqueueMissingJobsForAllCustomers(
    transaction,
    mailQueueName,
    "select customer_id, delivery_id::text, '', next_at from mail_delivery where state in ('waiting', 'claimed', 'sending')",
  )

/** Written down before the first byte goes over. False when the claim was lost meanwhile: then nothing may be handed over. */
export async function markSending(transaction: Transaction, deliveryId: string, claim: string): Promise<boolean> {
  const { rowCount } = await transaction.query(
    `update mail_delivery set state = 'sending', claimed_until = now() + make_interval(secs => ${sendingLeaseSeconds})
     where delivery_id = $1 and claim = $2 and state = 'claimed' and claimed_until >= now()`,
    [deliveryId, claim],
  )
  return rowCount === 1
}

export type MailFate = {
  state: Extract<DeliveryState, 'waiting' | 'sent' | 'unknown' | 'failed'>
  reason: string | null
  answer: string | null
  nextAt: Date | null
  /** An attempt that had nothing to do with this mail does not count. */
  countsAsAttempt?: boolean
}

/** Without effect when the claim was lost meanwhile; a mail that became `unknown` because its lease expired only learns that it was sent after all. */
export async function writeMailFate(transaction: Transaction, deliveryId: string, claim: string, fate: MailFate, now: Date): Promise<void> {
  await transaction.query(
    `update mail_delivery set state = $3, reason = $4, answer = $5, next_at = coalesce($6, next_at), claim = null, claimed_until = null,
       attempts = attempts - $7::int, finished_at = case when $3 = 'waiting' then null else $8::timestamptz end
     where delivery_id = $1 and claim = $2 and (state in ('claimed', 'sending') or (state = 'unknown' and $3 = 'sent'))`,
    [deliveryId, claim, fate.state, fate.reason, fate.answer, fate.nextAt, fate.countsAsAttempt === false ? 1 : 0, now],
  )
}

/** What was to be told of one ticket, or one incident, to one reader. */
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

/** What is held for readers whose address may get a mail again, marked as told in a summary. */
export async function takeHeldMailsForAllCustomers(
  transaction: Transaction,
  { most, now }: { most: number; now: Date },
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
    [most, now],
  )
  return rows
}
