import { type SignalNoteArguments, type SignalNoteKey, writeSignalNote } from '@vakt/domain/signal-note.ts'
import { findSenderChecks } from '#server/features/monitoring-sources/find-sender-checks.ts'
import { askTopic, confirmTopic, findTopic } from '#server/features/monitoring-sources/source-topics.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { Job } from '#server/platform/jobs/job-table.ts'
import type { JobRun, Queue } from '#server/platform/jobs/work-queue.ts'
import { announce } from '#server/platform/live/announce.ts'
import { getMessage } from '#server/platform/outgoing/get-message.ts'
import { awsAddresses, isSignedBy, isTopicArn, readSnsMessage, type SnsAddresses, type SnsMessage, textOf } from './sns-message.ts'
import { type Judged, noteUnverified, readUnverified, snsQueue, type UnverifiedSignal, writeJudged } from './sns-signal-table.ts'

const maxCertificateBytes = 16 * 1024
const maxCertificates = 20
const rememberedMs = 24 * 3_600_000
/** A message that was signed longer before it came may be a replay. */
const maxAgeMs = 3_600_000

type GetCertificate = (url: string, now: Date) => Promise<string>

function createCertificates(allowPrivate: boolean): GetCertificate {
  const known = new Map<string, { pem: string; until: number }>()
  return async (url, now) => {
    const found = known.get(url)
    if (found && found.until > now.getTime()) return found.pem
    const pem = await getMessage(url, { maxBytes: maxCertificateBytes, allowPrivate })
    if (known.size >= maxCertificates) known.clear()
    known.set(url, { pem, until: now.getTime() + rememberedMs })
    return pem
  }
}

const refused = <Key extends SignalNoteKey>(key: Key, ...values: SignalNoteArguments<Key>): Judged => ({
  state: 'unrecognised',
  note: writeSignalNote(key, ...values),
})

type Problem = 'sns-no-topic' | 'sns-certificate' | 'sns-old' | 'sns-signature'

type Run = { addresses: SnsAddresses; getCertificate: GetCertificate }

/** What is wrong with a message, no matter who sent it; null when its signature holds. Throws when the certificate cannot be fetched. */
async function findProblem({ addresses, getCertificate }: Run, message: SnsMessage, receivedAt: Date, now: Date): Promise<Problem | null> {
  const topicArn = textOf(message, 'TopicArn')
  if (!isTopicArn(topicArn)) return 'sns-no-topic'
  const url = textOf(message, 'SigningCertURL') || textOf(message, 'SigningCertUrl')
  if (!addresses.isCertificate(url, topicArn)) return 'sns-certificate'
  const signedAt = new Date(textOf(message, 'Timestamp'))
  if (!(Math.abs(receivedAt.getTime() - signedAt.getTime()) <= maxAgeMs)) return 'sns-old'
  return isSignedBy(message, await getCertificate(url, now), signedAt) ? null : 'sns-signature'
}

async function confirm(
  { addresses }: Run,
  context: Context,
  customerId: string,
  signal: UnverifiedSignal,
  message: SnsMessage,
): Promise<Judged> {
  const url = textOf(message, 'SubscribeURL')
  const topicArn = textOf(message, 'TopicArn')
  if (!addresses.isSubscription(url, topicArn)) return refused('sns-subscribe-url')
  await getMessage(url, { maxBytes: maxCertificateBytes, allowPrivate: addresses.allowPrivate })
  await inTransaction(context, customerId, (transaction) =>
    confirmTopic(transaction, customerId, { ...signal, topicArn, now: context.now }),
  )
  return { state: 'done', note: writeSignalNote('sns-confirmed', { topic: topicArn }) }
}

/** Whether staff allowed messages without envelope, which carry no signature. */
async function acceptsRaw(context: Context, customerId: string, { tokenId }: UnverifiedSignal): Promise<boolean> {
  const checks = await inTransaction(context, customerId, (transaction) => findSenderChecks(transaction, customerId, tokenId))
  return checks?.acceptsRawSns ?? false
}

async function judge(run: Run, context: Context, customerId: string, signal: UnverifiedSignal): Promise<Judged> {
  const message = readSnsMessage(signal.body.toString())
  if (!message) return (await acceptsRaw(context, customerId, signal)) ? { state: 'verified' } : refused('sns-no-message')
  const problem = await findProblem(run, message, signal.receivedAt, context.now)
  if (problem) return refused(problem)
  const topicArn = textOf(message, 'TopicArn')
  if (message.Type === 'UnsubscribeConfirmation') return refused('sns-unsubscribed', { topic: topicArn })
  const isAllowed = await inTransaction(context, customerId, async (transaction) => {
    const topic = await findTopic(transaction, customerId, { ...signal, topicArn })
    if (!topic?.allowedAt) {
      const signalId = message.Type === 'SubscriptionConfirmation' ? signal.signalId : null
      await askTopic(transaction, customerId, { tokenId: signal.tokenId, signalId, topicArn, now: context.now })
    }
    return topic?.allowedAt !== null && topic !== undefined
  })
  if (!isAllowed) return refused('sns-not-allowed', { topic: topicArn })
  return message.Type === 'SubscriptionConfirmation' ? confirm(run, context, customerId, signal, message) : { state: 'verified' }
}

async function verify(run: Run, { customerId, rowId: signalId }: Job, { createContext, finish }: JobRun): Promise<void> {
  const context = createContext()
  const signal = await inTransaction(context, customerId, (transaction) => readUnverified(transaction, customerId, signalId))
  if (!signal) return
  try {
    const judged = await judge(run, context, customerId, signal)
    await inTransaction(context, customerId, async (transaction) => {
      await finish(transaction)
      await writeJudged(transaction, customerId, { signalId, judged, now: context.now })
      announce(transaction, { type: 'unmatched.changed', customerId })
    })
  } catch (error) {
    const note = writeSignalNote('sns-not-verified', { error: error instanceof Error ? error.message : String(error) })
    await inTransaction(context, customerId, (transaction) => noteUnverified(transaction, customerId, signalId, note))
    throw error
  }
}

/** Signals of Amazon SNS are verified before they are read, apart from other work, since that may fetch a certificate. */
export function snsQueues(addresses: SnsAddresses = awsAddresses): Record<string, Queue> {
  const run = { addresses, getCertificate: createCertificates(addresses.allowPrivate) }
  return {
    [snsQueue]: { slots: 4, maxPerCustomer: 2, maxPerKey: 2, leaseSeconds: 60, maxAttempts: 8, run: (job, at) => verify(run, job, at) },
  }
}
