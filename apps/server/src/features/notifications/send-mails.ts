import { randomUUID } from 'node:crypto'
import { mayLearnOfIncident } from '@vakt/domain/incident-notification.ts'
import { mayLearn, retryDelayInSeconds } from '@vakt/domain/ticket-telling.ts'
import type { Context } from '#server/platform/context.ts'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { composeMail } from '#server/platform/mail/compose-mail.ts'
import { type MailConnection, type MailOutcome, MailServerUnreachable, openMailConnection } from '#server/platform/mail/mail-connection.ts'
import type { MailSettings } from '#server/platform/mail/mail-settings.ts'
import { announceMail } from './announce-mail.ts'
import {
  type ClaimedMail,
  claimMailsForAllCustomers,
  freeLostMailsForAllCustomers,
  type MailFate,
  markSending,
  writeMailFate,
} from './mail-delivery-table.ts'
import { createReaderOf } from './readers.ts'
import { preferencesUrl } from './render-mail.ts'
import { readPersonsForAllCustomers } from './telling-table.ts'

export type MailRound = { settings: MailSettings; origin: string; createContext: () => Context }

const mostAtOnce = 10
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

/** Those whose reader may no longer learn of it are not sent: what held when it was written may be past. */
async function findForbidden(context: Context, mails: ClaimedMail[]): Promise<Set<string>> {
  return workForAllCustomers(context, async (transaction) => {
    const people = await readPersonsForAllCustomers(
      transaction,
      mails.flatMap(({ recipientId }) => recipientId ?? []),
    )
    const byId = new Map(people.map((person) => [person.userId, person]))
    const readerOf = await createReaderOf(
      transaction,
      mails.map(({ customerId }) => customerId),
    )
    const isForbidden = (mail: ClaimedMail) => {
      if (mail.recipientId === null) return !isStillForRequester(mail)
      const person = byId.get(mail.recipientId)
      if (!person || person.isDisabled) return true
      if (mail.private && !person.isStaff) return true
      if (mail.incidentId !== null) return !mayLearnOfIncident(readerOf(person, mail.customerId))
      // What is about no ticket is about the reader alone, or about the provider's own affairs.
      return mail.ticketId !== null && !mayLearn(readerOf(person, mail.customerId), mail)
    }
    return new Set(mails.filter(isForbidden).map(({ deliveryId }) => deliveryId))
  })
}

async function settle({ createContext }: MailRound, mail: ClaimedMail, claim: string, fate: MailFate): Promise<void> {
  const context = createContext()
  const { customerId, ticketId, deliveryId } = mail
  await workForAllCustomers(context, async (transaction) => {
    await writeMailFate(transaction, deliveryId, claim, fate, context.now)
    announceMail(transaction, { customerId, ticketId })
  })
  const { state, reason, answer } = fate
  context.log.info({ job: 'send-mails', deliveryId, customerId, state, reason, ...(state === 'sent' ? {} : { answer }) }, 'job')
}

async function handOver(round: MailRound, connection: MailConnection, mail: ClaimedMail, claim: string): Promise<MailFate> {
  const { settings, origin, createContext } = round
  const to = { name: mail.recipientName, address: mail.address }
  const preferences = mail.recipientId === null ? null : preferencesUrl(origin)
  const raw = await composeMail({ ...mail, to, preferencesUrl: preferences, date: mail.createdAt }, settings.from)
  const begin = async () => {
    const context = createContext()
    const isOurs = await workForAllCustomers(context, (transaction) => markSending(transaction, mail.deliveryId, claim))
    if (!isOurs) throw new ClaimLost('Another worker has taken this mail.')
  }
  return fateOf(mail, await connection.send({ to: mail.address, raw }, begin), createContext().now)
}

/** Hands waiting mails to the mail server, a few over one connection. Answers whether there may be more. */
export async function sendMails(round: MailRound): Promise<boolean> {
  const claim = randomUUID()
  const context = round.createContext()
  const mails = await workForAllCustomers(context, async (transaction) => {
    await freeLostMailsForAllCustomers(transaction, context.now)
    return claimMailsForAllCustomers(transaction, { claim, limit: mostAtOnce, now: context.now })
  })
  if (mails.length === 0) return false
  const forbidden = await findForbidden(context, mails)
  let connection: MailConnection | undefined
  let trouble: MailServerUnreachable | undefined
  try {
    for (const mail of mails) {
      if (forbidden.has(mail.deliveryId)) {
        await settle(round, mail, claim, given('no_longer_allowed'))
        continue
      }
      if (!trouble && !connection?.isUsable()) {
        try {
          connection = await openMailConnection(round.settings)
        } catch (error) {
          if (!(error instanceof MailServerUnreachable)) throw error
          trouble = error
        }
      }
      const fate =
        trouble || !connection
          ? later(mail, round.createContext().now, trouble?.reason ?? 'unreachable', trouble?.message ?? null)
          : await handOver(round, connection, mail, claim)
      await settle(round, mail, claim, fate)
    }
  } finally {
    connection?.close()
  }
  return mails.length === mostAtOnce && !trouble
}
