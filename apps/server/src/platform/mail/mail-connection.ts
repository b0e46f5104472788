import { Readable } from 'node:stream'
import { refuseInTransaction } from '#server/platform/database/open-transaction.ts'
import { signIn } from './client-credentials.ts'
import { openGraphConnection } from './graph-connection.ts'
import { conceal, type MailConnection, type MailOutcome, MailServerUnreachable, oneLine } from './mail-outcome.ts'
import type { MailSettings, SmtpSettings } from './mail-settings.ts'

type SmtpError = Error & { code?: string; responseCode?: number; response?: string }

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

function secretsOf(settings: MailSettings): string[] {
  if ('graph' in settings) return [settings.secret]
  if (!settings.auth) return []
  if ('application' in settings.auth) return [settings.auth.application.secret]
  const { user, pass } = settings.auth
  return [pass, `\0${user}\0${pass}`]
}

/** One connection for as many mails as there are, one after the other. What a refused sign-in says holds no secret. */
export const openMailConnection = (settings: MailSettings): Promise<MailConnection> =>
  ('graph' in settings ? openGraphConnection(settings) : openSmtpConnection(settings)).catch((error) => {
    if (!(error instanceof MailServerUnreachable)) throw error
    throw new MailServerUnreachable(error.reason, conceal(error.message, secretsOf(settings)))
  })

type SmtpAuth = NonNullable<SmtpSettings['auth']>

/** What the library signs in with. The token is asked for before the connection is opened, which waits for nobody. */
async function credentialsOf(auth: SmtpAuth) {
  if (!('application' in auth)) return auth
  const { default: XOAuth2 } = await import('nodemailer/lib/xoauth2')
  const { user, application } = auth
  return { user, method: 'XOAUTH2', oauth2: new XOAuth2({ user, accessToken: await signIn(application) }) }
}

async function openSmtpConnection(settings: SmtpSettings): Promise<MailConnection> {
  refuseInTransaction('The mail server')
  const { default: SMTPConnection } = await import('nodemailer/lib/smtp-connection')
  const credentials = settings.auth && (await credentialsOf(settings.auth))
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
    if (credentials) await run((done) => connection.login({ ...credentials }, done as never))
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
