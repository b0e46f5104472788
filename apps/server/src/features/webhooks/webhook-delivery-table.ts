import type { Transaction } from '#server/platform/database/transaction.ts'

export type ClaimedDelivery = {
  deliveryId: string
  customerId: string
  webhookId: string
  messageId: string
  url: string
  sealedSecret: Buffer
  body: string
  attempts: number
  failingSince: Date | null
}

const leaseSeconds = 60

/** A worker that died leaves its claims behind: once they lapse they are sent again, with the same id, as Standard Webhooks expects. */
export async function claimDeliveriesForAllCustomers(
  transaction: Transaction,
  { claim, limit, now }: { claim: string; limit: number; now: Date },
): Promise<ClaimedDelivery[]> {
  const { rows } = await transaction.query<ClaimedDelivery>(
    `update webhook_delivery d set state = 'claimed', claim = $1, claimed_until = now() + make_interval(secs => ${leaseSeconds}),
       attempts = d.attempts + 1
     from webhook w
     where w.customer_id = d.customer_id and w.webhook_id = d.webhook_id and d.delivery_id in (
       select delivery_id from webhook_delivery
       where (state = 'waiting' and next_at <= $2) or (state = 'claimed' and claimed_until < now())
       order by next_at limit $3 for update skip locked)
     returning d.delivery_id as "deliveryId", d.customer_id as "customerId", d.webhook_id as "webhookId",
       'msg_' || replace(d.message_id::text, '-', '') as "messageId", w.url, w.sealed_secret as "sealedSecret", d.body, d.attempts,
       w.failing_since as "failingSince"`,
    [claim, now, limit],
  )
  return rows
}

export type DeliveryFate = {
  state: 'waiting' | 'delivered' | 'failed'
  reason: string | null
  requestHead: string
  responseStatus: number | null
  responseHead: string | null
  tookMilliseconds: number
  nextAt: Date | null
}

/** False when the claim was lost meanwhile; then another worker writes its fate. */
export async function writeDeliveryFate(
  transaction: Transaction,
  deliveryId: string,
  claim: string,
  fate: DeliveryFate,
  now: Date,
): Promise<boolean> {
  const { rowCount } = await transaction.query(
    `update webhook_delivery set state = $3, reason = $4, request_head = $5, response_status = $6, response_head = $7, took_ms = $8,
       next_at = coalesce($9, next_at), claim = null, claimed_until = null, finished_at = case when $3 = 'waiting' then null else $10::timestamptz end
     where delivery_id = $1 and claim = $2`,
    [
      deliveryId,
      claim,
      fate.state,
      fate.reason,
      fate.requestHead,
      fate.responseStatus,
      fate.responseHead,
      fate.tookMilliseconds,
      fate.nextAt,
      now,
    ],
  )
  return rowCount === 1
}

export async function noteWebhookHealth(transaction: Transaction, webhookId: string, failingSince: Date | null): Promise<void> {
  await transaction.query(
    failingSince === null
      ? 'update webhook set failing_since = null where webhook_id = $1 and failing_since is not null and $2::timestamptz is null'
      : 'update webhook set failing_since = coalesce(failing_since, $2) where webhook_id = $1',
    [webhookId, failingSince],
  )
}

/** True when it was on until now. What still waits is given up with it. */
export async function switchOffFailing(transaction: Transaction, webhookId: string, now: Date): Promise<boolean> {
  const { rowCount } = await transaction.query(
    `update webhook set disabled_at = $2, disabled_because = 'failing', version = version + 1 where webhook_id = $1 and disabled_at is null`,
    [webhookId, now],
  )
  if (!rowCount) return false
  await transaction.query(
    `update webhook_delivery set state = 'failed', reason = 'webhook_off', finished_at = $2 where webhook_id = $1 and state = 'waiting'`,
    [webhookId, now],
  )
  return true
}

export type SwitchedOffWebhook = { customerId: string; customerName: string; webhookId: string; name: string; host: string }

/** Those that were switched off for failing and that nobody has been told of, marked as told of. */
export async function takeSwitchedOffForAllCustomers(transaction: Transaction, now: Date): Promise<SwitchedOffWebhook[]> {
  const { rows } = await transaction.query<SwitchedOffWebhook>(
    `update webhook w set told_off_at = $1 from customer c
     where c.customer_id = w.customer_id and w.disabled_because = 'failing' and w.told_off_at is null
     returning w.customer_id as "customerId", c.name as "customerName", w.webhook_id as "webhookId", w.name,
       coalesce(substring(w.url from '^https?://([^/?#]+)'), w.url) as host`,
    [now],
  )
  return rows
}

export async function deleteDeliveriesForAllCustomers(transaction: Transaction, before: Date, limit: number): Promise<number> {
  const { rowCount } = await transaction.query(
    `delete from webhook_delivery where delivery_id in (
       select delivery_id from webhook_delivery where created_at < $1 and state in ('delivered', 'failed') order by created_at limit $2)`,
    [before, limit],
  )
  return rowCount ?? 0
}
