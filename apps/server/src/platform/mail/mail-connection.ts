import { Readable } from 'node:stream'
import type { MailSettings } from './mail-settings.ts'

/** What became of handing one mail over. Only `later` may be tried again without the reader getting it twice. */
export type MailOutcome = { kind: 'sent' | 'later' | 'refused' | 'unknown'; reason: string; answer: string }

export type MailConnection = {
  /**
   * `begin` runs after the mail server has accepted sender and recipient and waits for the mail: what it writes down is there before the
   * first byte. If it throws, nothing is handed over.
   */
  send(mail: { to: string; raw: Buffer }, begin: () => Promise<void>): Promise<MailOutcome>
  /** After a failure the connection cannot be used any more. */
  isUsable(): boolean
  close(): void
}

/** The mail server cannot be reached or does not let us in: nothing about any one mail. */
export class MailServerUnreachable extends Error {
  readonly reason: string
  constructor(reason: string, message: string) {
    super(message)
    this.reason = reason
  }
}

type SmtpError = Error & { code?: string; responseCode?: number; response?: string }

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim().slice(0, 300)
const answerOf = (error: SmtpError) => oneLine(error.response ?? error.message)

function outcomeOf(error: SmtpError, hasBegun: boolean): MailOutcome {
  const answer = answerOf(error)
  const status = error.responseCode ?? 0
  if (status >= 500) return { kind: 'refused', reason: 'refused', answer }
  if (status >= 400) return { kind: 'later', reason: 'refused_for_now', answer }
  // The mail server may have taken it before the connection broke: no one can tell.
  if (hasBegun) return { kind: 'unknown', reason: 'connection_lost', answer }
  return { kind: 'later', reason: 'connection_lost', answer }
}

/** One connection for as many mails as there are, one after the other. */
export async function openMailConnection(settings: MailSettings): Promise<MailConnection> {
  const { default: SMTPConnection } = await import('nodemailer/lib/smtp-connection')
  const connection = new SMTPConnection({ ...settings.connection, logger: false })
  let isUsable = true
  let fail = (_: SmtpError) => {}
  // Without a listener what breaks while nothing is under way ends the process.
  connection.on('error', (error: SmtpError) => {
    isUsable = false
    fail(error)
  })
  connection.once('end', () => {
    isUsable = false
    fail(Object.assign(new Error('The connection was closed.'), { code: 'ECONNECTION' }))
  })
  const run = <T>(start: (done: (error: SmtpError | null | undefined, value?: T) => void) => void) =>
    new Promise<T>((resolve, reject) => {
      fail = reject
      start((error, value) => (error ? reject(error) : resolve(value as T)))
    })
  try {
    await run<void>((done) => connection.connect((error) => done(error as SmtpError | undefined)))
    if (settings.auth) await run((done) => connection.login({ ...settings.auth }, done as never))
  } catch (error) {
    connection.close()
    const { code } = error as SmtpError
    const reason = code === 'EAUTH' || code === 'ENOAUTH' ? 'sign_in_refused' : code === 'ETLS' ? 'no_tls' : 'unreachable'
    throw new MailServerUnreachable(reason, answerOf(error as SmtpError))
  }
  return {
    async send({ to, raw }, begin) {
      let hasBegun = false
      async function* body() {
        await begin()
        hasBegun = true
        yield raw
      }
      try {
        const envelope = { from: settings.from.address, to: [to], size: raw.length }
        const info = await run<{ response: string }>((done) => connection.send(envelope, Readable.from(body()), done as never))
        return { kind: 'sent', reason: '', answer: oneLine(info.response) }
      } catch (error) {
        isUsable = false
        connection.close()
        return outcomeOf(error as SmtpError, hasBegun)
      }
    },
    isUsable: () => isUsable,
    close: () => (isUsable ? connection.quit() : connection.close()),
  }
}
