import type { Transaction } from '#server/platform/database/transaction.ts'
import type { Accepted, PhoneChannel, PhoneProvider, Price, Report } from '#server/platform/phone/phone-provider.ts'

/** Who has a message or call; `accepted` is null while it is not known whether it came there. */
export type TakenByProvider = { provider: PhoneProvider['name']; accepted: Accepted | null }

/** A report may come before the answer to the request that it is about. */
export async function writeTaken(transaction: Transaction, deliveryId: string, { provider, accepted }: TakenByProvider): Promise<void> {
  await transaction.query(
    `update mail_delivery set provider = $2, provider_id = coalesce($3, provider_id), parts = coalesce($4, parts),
       price_millionths = coalesce($5, price_millionths), currency = coalesce($6, currency),
       state = case when state = 'sent' and report = 'failed' then 'failed' else state end
     where delivery_id = $1`,
    [
      deliveryId,
      provider,
      accepted?.providerId ?? null,
      accepted?.parts ?? null,
      accepted?.price?.millionths ?? null,
      accepted?.price?.currency ?? null,
    ],
  )
}

type Reported = { customerId: string; ticketId: string | null; incidentId: string | null; kind: string }

/**
 * Notes what a provider reported. In whatever order reports come, and however often: what arrived stays delivered, and a report settles an
 * outcome that was unknown. Null when it changes nothing.
 */
export async function writeReport(
  transaction: Transaction,
  deliveryId: string,
  channel: PhoneChannel,
  { state, reason, price }: Report,
): Promise<Reported | null> {
  const { rows } = await transaction.query<Reported>(
    `update mail_delivery set
       report = case when $3 = 'accepted' or report = 'delivered' then report else $3 end,
       price_millionths = coalesce($5, price_millionths), currency = coalesce($6, currency),
       state = case when state not in ('sent', 'unknown', 'failed') then state
         when $3 = 'delivered' or (state = 'unknown' and $3 = 'accepted') then 'sent'
         when $3 = 'failed' and report is distinct from 'delivered' then 'failed' else state end,
       reason = case when report = 'delivered' or (state = 'failed' and $3 = 'accepted') then reason when $3 = 'failed' then $4 else null end
     where delivery_id = $1 and channel = $2 and (
       ($3 = 'delivered' and report is distinct from 'delivered') or ($3 = 'failed' and report is null)
       or ($3 = 'accepted' and state = 'unknown') or ($5::bigint is not null and price_millionths is null))
     returning customer_id as "customerId", ticket_id::text as "ticketId", incident_id::text as "incidentId", kind`,
    [deliveryId, channel, state, reason, price?.millionths ?? null, price?.currency ?? null],
  )
  return rows[0] ?? null
}

export type ToCheck = {
  deliveryId: string
  channel: PhoneChannel
  address: string
  text: string
  state: 'sent' | 'unknown'
  providerId: string | null
  createdAt: Date
  finishedAt: Date
}

/**
 * Those of the last day whose outcome is unknown, those that were accepted before `reportedBefore` and of which nothing was heard since, and for a
 * few minutes those without a price, which some providers name only afterwards.
 */
export async function readDeliveriesToCheckForAllCustomers(
  transaction: Transaction,
  { now, lostBefore, reportedBefore, limit }: { now: Date; lostBefore: Date; reportedBefore: Date; limit: number },
): Promise<ToCheck[]> {
  const { rows } = await transaction.query<ToCheck>(
    // Customers take turns, so that who has thousands of them has no other wait.
    `select "deliveryId", channel, address, text, state, "providerId", "createdAt", "finishedAt" from (
       select delivery_id as "deliveryId", channel, address, text_body as text, state, provider_id as "providerId", created_at as "createdAt",
         finished_at as "finishedAt", row_number() over (partition by customer_id order by created_at) as turn
       from mail_delivery where channel in ('sms', 'voice') and created_at > $1::timestamptz - interval '1 day' and (
         (state = 'unknown' and reason in ('connection_lost', 'worker_lost') and finished_at < $2)
         or (state = 'sent' and report is null and reason is null and provider_id is not null and finished_at < $3)
         or (state = 'sent' and price_millionths is null and provider_id is not null
           and finished_at between $1::timestamptz - interval '6 minutes' and $1::timestamptz - interval '2 minutes'))) due
     order by turn, "createdAt" limit $4`,
    [now, lostBefore, reportedBefore, limit],
  )
  return rows
}

/** The provider has it after all. */
export async function adoptDelivery(transaction: Transaction, deliveryId: string, taken: TakenByProvider): Promise<void> {
  await transaction.query("update mail_delivery set state = 'sent', reason = null where delivery_id = $1 and state = 'unknown'", [
    deliveryId,
  ])
  await writeTaken(transaction, deliveryId, taken)
}

/** Says why nothing more is known of it. */
export async function writeReason(transaction: Transaction, { deliveryId, state }: ToCheck, reason: string): Promise<void> {
  await transaction.query('update mail_delivery set reason = $3 where delivery_id = $1 and state = $2 and report is null', [
    deliveryId,
    state,
    reason,
  ])
}

/** What a part of the latest SMS with a price cost. */
export async function readLatestPartPriceForAllCustomers(transaction: Transaction): Promise<Price | undefined> {
  const { rows } = await transaction.query<Price>(
    `select (price_millionths / greatest(parts, 1))::float8 as millionths, currency from mail_delivery
     where channel = 'sms' and created_at > now() - interval '90 days' and price_millionths is not null and currency is not null
     order by created_at desc limit 1`,
  )
  return rows[0]
}
