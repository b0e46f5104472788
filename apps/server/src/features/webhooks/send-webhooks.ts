import { randomUUID } from 'node:crypto'
import type { Context } from '#server/platform/context.ts'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { CannotDecrypt } from '#server/platform/keys/secret-box.ts'
import { type PostOutcome, postMessage } from '#server/platform/outgoing/post-message.ts'
import { recordAction } from '#server/platform/record-action.ts'
import type { WebhookSettings } from './manage-webhooks.ts'
import { signMessage } from './sign-message.ts'
import {
  type ClaimedDelivery,
  claimDeliveriesForAllCustomers,
  type DeliveryFate,
  noteWebhookHealth,
  switchOffFailing,
  writeDeliveryFate,
} from './webhook-delivery-table.ts'
import { lockWebhook, markWebhookSecret } from './webhook-table.ts'

const mostAtOnce = 10
/** The pauses between attempts, in seconds, as Standard Webhooks proposes; together about 37 hours. */
const pauses = [5, 300, 1800, 7200, 18_000, 36_000, 72_000]
const longestFailureMilliseconds = 3 * 24 * 3_600_000
const statusGone = 410

const secretUnreadable = 'secret_unreadable'

const nextAttempt = (attempts: number, now: Date): Date | null => {
  const pause = pauses[attempts - 1]
  return pause === undefined ? null : new Date(now.getTime() + pause * 1000 * (0.9 + Math.random() * 0.2))
}

function fateOf(delivery: ClaimedDelivery, outcome: PostOutcome, requestHead: string, now: Date): DeliveryFate {
  const { status, reason, responseHead, tookMilliseconds } = outcome
  const seen = { reason, requestHead, responseStatus: status, responseHead, tookMilliseconds }
  if (!reason) return { ...seen, state: 'delivered', nextAt: null }
  const nextAt = status === statusGone || reason === secretUnreadable ? null : nextAttempt(delivery.attempts, now)
  return nextAt ? { ...seen, state: 'waiting', nextAt } : { ...seen, state: 'failed', nextAt: null }
}

/** A receiver that says it is gone, or has failed for days, is not called any more; staff are told, and it stands on the page and in the record. */
const isHopeless = (delivery: ClaimedDelivery, fate: DeliveryFate, now: Date) =>
  fate.responseStatus === statusGone ||
  (fate.state === 'failed' &&
    delivery.failingSince !== null &&
    now.getTime() - delivery.failingSince.getTime() > longestFailureMilliseconds)

/** What cannot be signed is not sent: it fails at once, until somebody renews the secret or the key is back. */
function openSecret({ secrets }: WebhookSettings, { webhookId, sealedSecret }: ClaimedDelivery): Buffer | null {
  try {
    return secrets.open(webhookId, sealedSecret)
  } catch (error) {
    if (error instanceof CannotDecrypt) return null
    throw error
  }
}

async function post(
  settings: WebhookSettings,
  delivery: ClaimedDelivery,
  now: Date,
): Promise<{ outcome: PostOutcome; requestHead: string }> {
  const { url, body, messageId } = delivery
  const secret = openSecret(settings, delivery)
  if (!secret)
    return { outcome: { status: null, reason: secretUnreadable, responseHead: null, tookMilliseconds: 0 }, requestHead: `POST ${url}` }
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'user-agent': 'Vakt-Webhooks/1',
    ...signMessage(secret, { id: messageId, body, now }),
  }
  const requestHead = [`POST ${url}`, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)].join('\n')
  return { outcome: await postMessage(url, { headers, body, allowPrivate: settings.allowPrivate }), requestHead }
}

async function deliver(createContext: () => Context, settings: WebhookSettings, delivery: ClaimedDelivery, claim: string): Promise<void> {
  const { deliveryId, webhookId, customerId } = delivery
  const { outcome, requestHead } = await post(settings, delivery, createContext().now)
  const context = createContext()
  const { now } = context
  const fate = fateOf(delivery, outcome, requestHead, now)
  await workForAllCustomers(context, async (transaction) => {
    // First, as the removal of a webhook does it: in the other order the two wait for each other.
    await lockWebhook(transaction, customerId, webhookId)
    if (outcome.reason === secretUnreadable) await markWebhookSecret(transaction, webhookId, false, now)
    if (!(await writeDeliveryFate(transaction, deliveryId, claim, fate, now))) return
    await noteWebhookHealth(transaction, webhookId, fate.state === 'delivered' ? null : now)
    if (isHopeless(delivery, fate, now) && (await switchOffFailing(transaction, webhookId, now)))
      await recordAction(transaction, context, customerId, {
        action: 'webhook.switch-off',
        target: webhookId,
        details: { reason: fate.reason },
      })
  })
  context.log.info(
    { job: 'send-webhooks', deliveryId, customerId, state: fate.state, status: fate.responseStatus, reason: fate.reason },
    'job',
  )
}

/** Posts what waits for webhooks, a few side by side. Answers whether there may be more. */
export async function sendWebhooks(createContext: () => Context, settings: WebhookSettings): Promise<boolean> {
  const context = createContext()
  const claim = randomUUID()
  const deliveries = await workForAllCustomers(context, (transaction) =>
    claimDeliveriesForAllCustomers(transaction, { claim, limit: mostAtOnce, now: context.now }),
  )
  const outcomes = await Promise.allSettled(deliveries.map((delivery) => deliver(createContext, settings, delivery, claim)))
  for (const outcome of outcomes)
    if (outcome.status === 'rejected') context.log.error({ err: outcome.reason, job: 'send-webhooks' }, 'job failed')
  return deliveries.length === mostAtOnce
}
