import { mayReceive, retryDelayInSeconds } from '@vakt/domain/delivery.ts'
import type { Context } from '#server/platform/context.ts'
import { type Transaction, workForAllCustomers } from '#server/platform/database/transaction.ts'
import { type Job, LeaseLost } from '#server/platform/jobs/job-table.ts'
import type { JobRun, Queue } from '#server/platform/jobs/work-queue.ts'
import type { MailAttachment } from '#server/platform/mail/compose-mail.ts'
import { announceDeliveries } from './announce-deliveries.ts'
import { signingOf } from './attach-logo.ts'
import type { HandOver, Sender } from './channel.ts'
import { channels } from './channels.ts'
import { type ClaimedDelivery, claimDelivery, markSending, type Outcome, writeOutcome } from './delivery-table.ts'
import { deletePushSubscription, noteSentToDevice } from './push-subscription-table.ts'
import { createReaderOf, findPersons } from './recipients.ts'

/** With pauses that double up to an hour, about two days. */
const maxAttempts = 50

/** The reason of a push service that knows the subscription no more. */
const pushGone = 'push_gone'

type Sending = { sender: Sender; attach: Attach }

type SignedDelivery = ClaimedDelivery & Awaited<ReturnType<typeof signingOf>>

class ClaimLost extends Error {}

const failed = (reason: string, answer: string | null = null): Outcome => ({ state: 'failed', reason, answer, nextAt: null })

const takenOf = (handOver: HandOver) => ('taken' in handOver && handOver.taken ? { taken: handOver.taken } : {})

function outcomeOf({ attempts }: ClaimedDelivery, handOver: HandOver, now: Date): Outcome {
  const { reason, answer } = handOver
  const after = (ms: number) => new Date(now.getTime() + ms)
  switch (handOver.kind) {
    case 'sent':
      return { state: 'sent', reason: null, answer, nextAt: null, ...takenOf(handOver) }
    case 'refused':
      return failed(reason, answer)
    case 'unknown':
      return { state: 'unknown', reason, answer, nextAt: null, ...takenOf(handOver) }
    case 'unavailable':
      return { state: 'waiting', reason, answer, nextAt: after(handOver.pauseMs), countsAsAttempt: false }
    case 'later':
      if (attempts >= maxAttempts) return failed('too_many_attempts', answer)
      return { state: 'waiting', reason, answer, nextAt: after(retryDelayInSeconds(attempts, Math.random()) * 1000) }
  }
}

/** To a recipient without an account: as long as the ticket is theirs. A summary names the tickets that were theirs when it was made. */
const isStillForRequester = ({ private: isPrivate, kind, address, addressWithoutAccount }: ClaimedDelivery): boolean =>
  !isPrivate && (kind === 'summary' || address === addressWithoutAccount)

async function isAllowed(context: Context, delivery: ClaimedDelivery): Promise<boolean> {
  const { recipientId, isAddressed } = delivery
  // What is posted to a chat is public within its customer; whether its channel is still there is the address's to say.
  // A contact for incidents may have been taken away, or have stopped the mails.
  if (delivery.destinationId !== null && recipientId === null) return !delivery.private && delivery.isContact !== false
  if (recipientId === null) return isAddressed || isStillForRequester(delivery)
  return workForAllCustomers(context, async (transaction) => {
    const [person] = await findPersons(transaction, [recipientId])
    if (!person) return false
    if (isAddressed) return !person.isDisabled
    const readerOf = await createReaderOf(transaction, [delivery.customerId])
    const reader = readerOf(person, delivery.customerId)
    if (delivery.attachment && !reader.features.has('@feature.report.read')) return false
    return mayReceive(reader, delivery)
  })
}

async function noteDevice(transaction: Transaction, deviceId: string, { state, reason }: Outcome, now: Date): Promise<void> {
  if (reason === pushGone) await deletePushSubscription(transaction, deviceId)
  else if (state === 'sent') await noteSentToDevice(transaction, deviceId, now)
}

async function settle(job: Job, { createContext, finish }: JobRun, delivery: ClaimedDelivery, outcome: Outcome): Promise<void> {
  const context = createContext()
  const { customerId, deliveryId } = delivery
  await workForAllCustomers(context, async (transaction) => {
    await writeOutcome(transaction, deliveryId, job.leaseToken, outcome, context.now)
    if (delivery.push && delivery.destinationId) await noteDevice(transaction, delivery.destinationId, outcome, context.now)
    announceDeliveries(transaction, [delivery])
    // The claim in the row decides whether the outcome of a worker that was held up still counts.
    await finish(transaction, outcome.nextAt).catch((error) => {
      if (!(error instanceof LeaseLost)) throw error
    })
  })
  const { state, reason, answer } = outcome
  context.log.info({ job: job.queue, deliveryId, customerId, state, reason, ...(state === 'sent' ? {} : { answer }) }, 'job')
}

/** Makes what a delivery carries. */
export type Attach = (context: Context, delivery: ClaimedDelivery) => Promise<MailAttachment[]>

async function handOver(
  { sender, attach }: Sending,
  job: Job,
  { createContext }: JobRun,
  { logo, ...delivery }: SignedDelivery,
): Promise<Outcome> {
  const attachments = delivery.attachment ? await attach(createContext(), delivery) : []
  const begin = async () => {
    const isOurs = await workForAllCustomers(createContext(), (transaction) => markSending(transaction, job.rowId, job.leaseToken))
    if (!isOurs) throw new ClaimLost('Another worker has taken this delivery.')
  }
  const result = await sender.send({ ...delivery, attachments: [...attachments, ...logo] }, begin)
  const { now, log } = createContext()
  if (result.kind === 'unavailable') log.warn({ job: job.queue, ...result }, 'deliveries wait for their channel')
  return outcomeOf(delivery, result, now)
}

/** Carries out one job: one attempt at one delivery. */
async function sendDelivery(sending: Sending, job: Job, at: JobRun): Promise<void> {
  const context = at.createContext()
  const { now } = context
  const claim = await workForAllCustomers(context, async (transaction) => {
    const claim = await claimDelivery(transaction, { deliveryId: job.rowId, claim: job.leaseToken, now })
    if (claim.state !== 'claimed') await at.finish(transaction, claim.state === 'waits' ? claim.until : null)
    return claim.state === 'claimed'
      ? { ...claim, ...(await signingOf(transaction, claim.delivery, sending.sender.name === 'mail')) }
      : claim
  })
  if (claim.state !== 'claimed') return
  const { delivery, branding, logo } = claim
  const outcome = (await isAllowed(context, delivery))
    ? await handOver(sending, job, at, { ...delivery, branding, logo })
    : failed('no_longer_allowed')
  await settle(job, at, delivery, outcome)
}

/** The queues that send deliveries, one for each channel. */
export const deliveryQueues = (senders: Sender[], attach: Attach = async () => []): Record<string, Queue> =>
  Object.fromEntries(
    senders.map((sender) => [
      channels[sender.name].queue,
      // The row counts its own attempts.
      { ...sender.limits, maxAttempts, run: (job: Job, at: JobRun) => sendDelivery({ sender, attach }, job, at) },
    ]),
  )
