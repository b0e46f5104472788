import type { Transaction } from '#server/platform/database/transaction.ts'
import { enqueueMissingJobsForAllCustomers } from '#server/platform/jobs/job-table.ts'
import { webhookQueueName } from './webhook-table.ts'

export type DueDelivery = {
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

/** What a delivery waits for: nothing (it is done, or gone), a moment, or being sent now. */
export type DeliveryState = { state: 'ended' } | { state: 'waits'; until: Date } | { state: 'due'; delivery: DueDelivery }

/** Marks an attempt at it, unless its webhook is paused or a worker of the release before has it: those claim deliveries without the work queue. */
export async function beginDelivery(
  transaction: Transaction,
  customerId: string,
  { deliveryId, claim, now }: { deliveryId: string; claim: string; now: Date },
): Promise<DeliveryState> {
  const { rows } = await transaction.query<{ until: Date | null }>(
    `select greatest(case when w.paused_until > $3 then w.paused_until end, case when d.state = 'claimed' and d.claimed_until > now() then d.claimed_until end) as until
     from webhook_delivery d join webhook w on w.customer_id = d.customer_id and w.webhook_id = d.webhook_id
     where d.customer_id = $1 and d.delivery_id = $2 and d.state in ('waiting', 'claimed') for no key update of d`,
    [customerId, deliveryId, now],
  )
  const [found] = rows
  if (!found) return { state: 'ended' }
  if (found.until) return { state: 'waits', until: found.until }
  const claimed = await transaction.query<DueDelivery>(
    `update webhook_delivery d set state = 'claimed', claim = $3, claimed_until = now() + make_interval(secs => ${leaseSeconds}),
       attempts = d.attempts + 1
     from webhook w
     where w.customer_id = d.customer_id and w.webhook_id = d.webhook_id and d.customer_id = $1 and d.delivery_id = $2
     returning d.delivery_id as "deliveryId", d.customer_id as "customerId", d.webhook_id as "webhookId",
       'msg_' || replace(d.message_id::text, '-', '') as "messageId", w.url, w.sealed_secret as "sealedSecret", d.body, d.attempts,
       w.failing_since as "failingSince"`,
    [customerId, deliveryId, claim],
  )
  const [delivery] = claimed.rows
  return delivery ? { state: 'due', delivery } : { state: 'ended' }
}

export const enqueueWaitingDeliveries = (transaction: Transaction): Promise<number> =>
  enqueueMissingJobsForAllCustomers(
    transaction,
    webhookQueueName,
    "select customer_id, delivery_id::text, webhook_id::text, next_at from webhook_delivery where state in ('waiting', 'claimed')",
  )

export type DeliveryOutcome = {
  state: 'waiting' | 'delivered' | 'failed'
  reason: string | null
  requestHead: string
  responseStatus: number | null
  responseHead: string | null
  tookMilliseconds: number
  nextAt: Date | null
}

/** False when the claim was lost meanwhile; then another worker writes its outcome. */
export async function writeDeliveryOutcome(
  transaction: Transaction,
  deliveryId: string,
  claim: string,
  outcome: DeliveryOutcome,
  now: Date,
): Promise<boolean> {
  const { rowCount } = await transaction.query(
    `update webhook_delivery set state = $3, reason = $4, request_head = $5, response_status = $6, response_head = $7, took_ms = $8,
       next_at = coalesce($9, next_at), claim = null, claimed_until = null, finished_at = case when $3 = 'waiting' then null else $10::timestamptz end
     where delivery_id = $1 and claim = $2`,
    [
      deliveryId,
      claim,
      outcome.state,
      outcome.reason,
      outcome.requestHead,
      outcome.responseStatus,
      outcome.responseHead,
      outcome.tookMilliseconds,
      outcome.nextAt,
      now,
    ],
  )
  return rowCount === 1
}

const failuresBeforePause = 5
const shortestPauseSeconds = 30
const longestPauseSeconds = 1800

type NotedFailure = { pausedUntil: Date | null /** It was working until now. */; isFirst: boolean }

/** Notes that a delivery failed. From the fifth failure in a row on nothing is sent for a while, longer each time; answers until when. */
export async function noteWebhookFailure(transaction: Transaction, webhookId: string, now: Date): Promise<NotedFailure> {
  const { rows } = await transaction.query<NotedFailure>(
    `update webhook set failing_since = coalesce(failing_since, $2), failures = failures + 1,
       paused_until = case when failures + 1 >= ${failuresBeforePause} then
         $2 + make_interval(secs => least(${shortestPauseSeconds} * power(2, least(failures + 1 - ${failuresBeforePause}, 10)), ${longestPauseSeconds})) end
     where webhook_id = $1 returning paused_until as "pausedUntil", failures = 1 as "isFirst"`,
    [webhookId, now],
  )
  return rows[0] ?? { pausedUntil: null, isFirst: false }
}

/** After its outcome is written. True where that is news: it failed before, or it is the first that arrived. */
export async function noteWebhookSuccess(transaction: Transaction, customerId: string, webhookId: string): Promise<boolean> {
  const { rowCount } = await transaction.query(
    'update webhook set failing_since = null, failures = 0, paused_until = null where webhook_id = $1 and (failing_since is not null or failures > 0)',
    [webhookId],
  )
  if (rowCount) return true
  const delivered = await transaction.query(
    `select from webhook_delivery where customer_id = $1 and webhook_id = $2 and state = 'delivered'
     order by created_at desc, delivery_id desc limit 2`,
    [customerId, webhookId],
  )
  return delivered.rowCount === 1
}

/** True when it was on until now. What still waits fails with it. */
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

/** Of those that were due by then; one that is being sent is left. */
export async function failOverdueDeliveries(
  transaction: Transaction,
  customerId: string,
  { reason, now }: { reason: string; now: Date },
): Promise<void> {
  await transaction.query(
    `update webhook_delivery set state = 'failed', reason = $3, finished_at = $2
     where customer_id = $1 and state = 'waiting' and next_at <= $2`,
    [customerId, now, reason],
  )
}

/** Webhooks that were switched off for failing, each returned once for each time. */
export async function takeSwitchedOffForAllCustomers(
  transaction: Transaction,
  now: Date,
): Promise<{ customerId: string; webhookId: string }[]> {
  const { rows } = await transaction.query<{ customerId: string; webhookId: string }>(
    `update webhook set told_off_at = $1 where disabled_because = 'failing' and told_off_at is null
     returning customer_id as "customerId", webhook_id as "webhookId"`,
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
