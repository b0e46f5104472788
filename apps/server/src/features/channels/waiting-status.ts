import type { Context } from '#server/platform/context.ts'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import type { Metrics } from '#server/platform/metrics.ts'
import { readWaitingForAllCustomers, type WaitingRow } from './waiting-table.ts'

const maxAgeMs = 30_000
const longestWaitSeconds = 10 * 60

/** Whether messages have been waiting for so long that the channel does not work. */
export const isStuck = ({ seconds }: Pick<WaitingRow, 'seconds'>): boolean => seconds > longestWaitSeconds

const messages = { mail: 'mails', sms: 'SMS', voice: 'calls' }

const describe = ({ channel, since, reason, answer }: WaitingRow): string =>
  `${messages[channel]} have been waiting since ${since.toISOString().slice(0, 16)}Z: ${answer ?? reason ?? 'no worker hands them over'}`

export type WaitingStatus = {
  /** A sentence for each channel whose messages do not leave, as far as it is known; never waits for the database. */
  warnings(): string[]
  look(): Promise<void>
}

/** Which channels hand over nothing, looked up again at most every 30 seconds. */
export function createWaitingStatus(context: Pick<Context, 'pool'>): WaitingStatus {
  let known: string[] = []
  let lookedAt = Number.NEGATIVE_INFINITY
  const look = async () => {
    lookedAt = performance.now()
    known = (await workForAllCustomers(context, readWaitingForAllCustomers)).filter(isStuck).map(describe)
  }
  return {
    look,
    warnings() {
      if (performance.now() - lookedAt > maxAgeMs) void look().catch(() => {})
      return known
    },
  }
}

/** For how long the oldest mail has been waiting for the mail server, at `/metrics`. */
export function setMailFigures(metrics: Metrics, context: Pick<Context, 'pool'>): void {
  metrics.setFigure(
    'vakt_mail_oldest_waiting_seconds',
    'For how long the oldest mail has been waiting for the mail server to take it; 0 where none waits.',
    async () => (await workForAllCustomers(context, readWaitingForAllCustomers)).find(({ channel }) => channel === 'mail')?.seconds ?? 0,
  )
}
