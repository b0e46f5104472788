import { mayLearnOfIncident } from '@vakt/domain/incident-notification.ts'
import { mayLearn, retryDelayInSeconds } from '@vakt/domain/ticket-telling.ts'
import type { Context } from '#server/platform/context.ts'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { type Job, LeaseLost } from '#server/platform/jobs/job-table.ts'
import type { JobRun, Queue } from '#server/platform/jobs/work-queue.ts'
import { composeMail } from '#server/platform/mail/compose-mail.ts'
import { type MailOutcome, MailServerUnreachable } from '#server/platform/mail/mail-connection.ts'
import { createMailServer, type MailServer } from '#server/platform/mail/mail-server.ts'
import type { MailSettings } from '#server/platform/mail/mail-settings.ts'
import { announceMail } from './announce-mail.ts'
import { beginMail, type ClaimedMail, type MailFate, mailQueueName, markSending, writeMailFate } from './mail-delivery-table.ts'
import { createReaderOf } from './readers.ts'
import { preferencesUrl } from './render-mail.ts'
import { readPersonsForAllCustomers } from './telling-table.ts'

type Sending = { settings: MailSettings; origin: string }

/** With pauses that double up to an hour, about two days. */
const mostAttempts = 50

class ClaimLost extends Error {}

const given = (reason: string, answer: string | null = null): MailFate => ({ state: 'failed', reason, answer, nextAt: null })

function later(mail: ClaimedMail, now: Date, reason: string, answer: string | null): MailFate {
  if (mail.attempts >= mostAttempts) return given('too_many_attempts', answer)
  const nextAt = new Date(now.getTime() + retryDelayInSeconds(mail.attempts, Math.random()) * 1000)
  return { state: 'waiting', reason, answer, nextAt }
}

function fateOf(mail: ClaimedMail, outcome: MailOutcome, now: Date): MailFate {
  if (outcome.kind === 'sent') return { state: 'sent', reason: null, answer: outcome.answer, nextAt: null }
  if (outcome.kind === 'refused') return given(outcome.reason, outcome.answer)
  if (outcome.kind === 'unknown') return { state: 'unknown', reason: outcome.reason, answer: outcome.answer, nextAt: null }
  return later(mail, now, outcome.reason, outcome.answer)
}

/** To someone without an account: as long as the ticket is theirs. A summary names the tickets that were theirs when it was made. */
const isStillForRequester = ({ private: isPrivate, kind, address, addressWithoutAccount }: ClaimedMail): boolean =>
  !isPrivate && (kind === 'summary' || address === addressWithoutAccount)

/** Whether its reader may no longer learn of it: what held when it was written may be past. */
async function isForbidden(context: Context, mail: ClaimedMail): Promise<boolean> {
  const { recipientId } = mail
  if (recipientId === null) return !isStillForRequester(mail)
  return workForAllCustomers(context, async (transaction) => {
    const [person] = await readPersonsForAllCustomers(transaction, [recipientId])
    if (!person || person.isDisabled) return true
    if (mail.private && !person.isStaff) return true
    const readerOf = await createReaderOf(transaction, [mail.customerId])
    if (mail.incidentId !== null) return !mayLearnOfIncident(readerOf(person, mail.customerId))
    // What is about no ticket is about the reader alone, or about the provider's own affairs.
    return mail.ticketId !== null && !mayLearn(readerOf(person, mail.customerId), mail)
  })
}

async function settle(job: Job, { createContext, finish }: JobRun, mail: ClaimedMail, fate: MailFate): Promise<void> {
  const context = createContext()
  const { customerId, ticketId, deliveryId } = mail
  await workForAllCustomers(context, async (transaction) => {
    await writeMailFate(transaction, deliveryId, job.leaseToken, fate, context.now)
    announceMail(transaction, { customerId, ticketId })
    // The row knows whose the mail is: what a worker says of it that was held up for long counts as far as that lets it.
    await finish(transaction, fate.nextAt).catch((error) => {
      if (!(error instanceof LeaseLost)) throw error
    })
  })
  const { state, reason, answer } = fate
  context.log.info({ job: mailQueueName, deliveryId, customerId, state, reason, ...(state === 'sent' ? {} : { answer }) }, 'job')
}

async function handOver({ settings, origin }: Sending, server: MailServer, job: Job, at: JobRun, mail: ClaimedMail): Promise<MailFate> {
  const to = { name: mail.recipientName, address: mail.address }
  const preferences = mail.recipientId === null ? null : preferencesUrl(origin)
  const raw = await composeMail({ ...mail, to, preferencesUrl: preferences, date: mail.createdAt }, settings.from)
  const begin = async () => {
    const isOurs = await workForAllCustomers(at.createContext(), (transaction) => markSending(transaction, mail.deliveryId, job.leaseToken))
    if (!isOurs) throw new ClaimLost('Another worker has taken this mail.')
  }
  try {
    return fateOf(mail, await server.send({ to: mail.address, raw }, begin), at.createContext().now)
  } catch (error) {
    if (!(error instanceof MailServerUnreachable)) throw error
    const { now, log } = at.createContext()
    const pause = server.pausedForMilliseconds()
    log.warn({ job: mailQueueName, reason: error.reason, answer: error.message, pause }, 'mails wait for the mail server')
    return {
      state: 'waiting',
      reason: error.reason,
      answer: error.message,
      nextAt: new Date(now.getTime() + pause),
      countsAsAttempt: false,
    }
  }
}

/** Carries out one job: hands one mail to the mail server. */
async function sendMail(sending: Sending, server: MailServer, job: Job, at: JobRun): Promise<void> {
  const context = at.createContext()
  const { now } = context
  const begun = await workForAllCustomers(context, async (transaction) => {
    const begun = await beginMail(transaction, { deliveryId: job.rowId, claim: job.leaseToken, now })
    if (begun.state !== 'due') await at.finish(transaction, begun.state === 'waits' ? begun.until : null)
    return begun
  })
  if (begun.state !== 'due') return
  const { mail } = begun
  const fate = (await isForbidden(context, mail)) ? given('no_longer_allowed') : await handOver(sending, server, job, at, mail)
  await settle(job, at, mail, fate)
}

/** Hands waiting mails to the mail server. While that is out of order all wait, and the attempts of none are used up. */
export function mailQueues(sending: Sending): Record<string, Queue> {
  const server = createMailServer(sending.settings)
  return {
    [mailQueueName]: {
      slots: 4,
      room: server.room,
      maxPerCustomer: 2,
      maxPerKey: 2,
      leaseSeconds: 120,
      // The row counts its own attempts.
      maxAttempts: 50,
      run: (job, at) => sendMail(sending, server, job, at),
    },
  }
}
