import { inTransaction, type Transaction } from '#server/platform/database/transaction.ts'
import { type Job, postponeJobs } from '#server/platform/jobs/job-table.ts'
import type { JobRun, Queue } from '#server/platform/jobs/work-queue.ts'
import { CannotDecrypt } from '#server/platform/keys/secret-box.ts'
import { announce } from '#server/platform/live/announce.ts'
import { notPosted, type PostOutcome, postMessage } from '#server/platform/outgoing/post-message.ts'
import { recordAction } from '#server/platform/record-action.ts'
import type { WebhookSettings } from './manage-webhooks.ts'
import { noteSwitchedOff } from './note-switched-off.ts'
import { signMessage } from './sign-message.ts'
import {
  beginDelivery,
  type DeliveryOutcome,
  type DueDelivery,
  noteWebhookFailure,
  noteWebhookSuccess,
  switchOffFailing,
  writeDeliveryOutcome,
} from './webhook-delivery-table.ts'
import { lockWebhook, markWebhookSecret, webhookQueueName } from './webhook-table.ts'

/** The pauses between attempts, in seconds, as Standard Webhooks proposes; together about 37 hours. */
const pauses = [5, 300, 1800, 7200, 18_000, 36_000, 72_000]
const longestFailureMilliseconds = 3 * 24 * 3_600_000
const statusGone = 410

const secretUnreadable = 'secret_unreadable'

const nextAttempt = (attempts: number, now: Date): Date | null => {
  const pause = pauses[attempts - 1]
  return pause === undefined ? null : new Date(now.getTime() + pause * 1000 * (0.9 + Math.random() * 0.2))
}

function outcomeOf(delivery: DueDelivery, answer: PostOutcome, requestHead: string, now: Date): DeliveryOutcome {
  const { status, reason, responseHead, tookMilliseconds } = answer
  const seen = { reason, requestHead, responseStatus: status, responseHead, tookMilliseconds }
  if (!reason) return { ...seen, state: 'delivered', nextAt: null }
  const nextAt = status === statusGone || reason === secretUnreadable ? null : nextAttempt(delivery.attempts, now)
  return nextAt ? { ...seen, state: 'waiting', nextAt } : { ...seen, state: 'failed', nextAt: null }
}

/** A receiver that says it is gone, or has failed for days, is not called any more; staff are notified. */
const isHopeless = (delivery: DueDelivery, outcome: DeliveryOutcome, now: Date) =>
  outcome.responseStatus === statusGone ||
  (outcome.state !== 'delivered' &&
    delivery.failingSince !== null &&
    now.getTime() - delivery.failingSince.getTime() > longestFailureMilliseconds)

/** What cannot be signed is not sent: it fails at once, until someone renews the secret or the key is back. */
function openSecret({ secrets }: WebhookSettings, { webhookId, sealedSecret }: DueDelivery): Buffer | null {
  try {
    return secrets.open(webhookId, sealedSecret)
  } catch (error) {
    if (error instanceof CannotDecrypt) return null
    throw error
  }
}

async function post(settings: WebhookSettings, delivery: DueDelivery, now: Date): Promise<{ answer: PostOutcome; requestHead: string }> {
  const { url, body, messageId } = delivery
  const secret = openSecret(settings, delivery)
  if (!secret) return { answer: notPosted(secretUnreadable), requestHead: `POST ${url}` }
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'user-agent': 'Vakt-Webhooks/1',
    ...signMessage(secret, { id: messageId, body, now }),
  }
  const requestHead = [`POST ${url}`, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)].join('\n')
  return { answer: await postMessage(url, { headers, body, allowPrivate: settings.allowPrivate }), requestHead }
}

/** True where open screens show otherwise how the webhook is. */
async function noteHealth(
  transaction: Transaction,
  { customerId, webhookId }: DueDelivery,
  outcome: DeliveryOutcome,
  now: Date,
): Promise<boolean> {
  if (outcome.state === 'delivered') return noteWebhookSuccess(transaction, customerId, webhookId)
  const { pausedUntil, isFirst } = await noteWebhookFailure(transaction, webhookId, now)
  if (pausedUntil) await postponeJobs(transaction, { queue: webhookQueueName, customerId, key: webhookId }, pausedUntil)
  return isFirst || pausedUntil !== null
}

async function deliver(settings: WebhookSettings, job: Job, { createContext, finish }: JobRun): Promise<void> {
  const { customerId, rowId: deliveryId, leaseToken: claim } = job
  const before = createContext()
  const found = await inTransaction(before, customerId, async (transaction) => {
    const begun = await beginDelivery(transaction, customerId, { deliveryId, claim, now: before.now })
    if (begun.state !== 'due') await finish(transaction, begun.state === 'waits' ? begun.until : null)
    return begun
  })
  if (found.state !== 'due') return
  const { delivery } = found
  const { webhookId } = delivery
  const { answer, requestHead } = await post(settings, delivery, before.now)
  const context = createContext()
  const { now } = context
  const outcome = outcomeOf(delivery, answer, requestHead, now)
  await inTransaction(context, customerId, async (transaction) => {
    // First, as the removal of a webhook does it: in the other order the two wait for each other.
    await lockWebhook(transaction, customerId, webhookId)
    const isStillOurs = await writeDeliveryOutcome(transaction, deliveryId, claim, outcome, now)
    await finish(transaction, isStillOurs ? outcome.nextAt : null)
    if (!isStillOurs) return
    if (answer.reason === secretUnreadable) await markWebhookSecret(transaction, webhookId, false, now)
    const isNews = await noteHealth(transaction, delivery, outcome, now)
    // A webhook that is switched off is announced as well: it fails then, or did long before.
    if (isNews || isHopeless(delivery, outcome, now))
      announce(transaction, { type: 'content.changed', customerId, content: ['webhooks'], staffOnly: true })
    if (isHopeless(delivery, outcome, now) && (await switchOffFailing(transaction, webhookId, now))) {
      await noteSwitchedOff(transaction, context)
      await recordAction(transaction, context, customerId, {
        action: 'webhook.switch-off',
        target: webhookId,
        details: { reason: outcome.reason },
      })
    }
  })
  context.log.info(
    { job: webhookQueueName, deliveryId, customerId, state: outcome.state, status: outcome.responseStatus, reason: outcome.reason },
    'job',
  )
}

/** Posts what waits for webhooks. A receiver that is slow or dead keeps two of ten slots at most, and its customer four. */
export const webhookQueues = (settings: WebhookSettings): Record<string, Queue> => ({
  [webhookQueueName]: {
    slots: 10,
    maxPerCustomer: 4,
    maxPerKey: 2,
    leaseSeconds: 60,
    maxAttempts: 8,
    maxSeconds: 120,
    run: (job, at) => deliver(settings, job, at),
  },
})
