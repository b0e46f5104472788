import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { text } from 'node:stream/consumers'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { type MailSettings, readMailSettings } from '#server/platform/mail/mail-settings.ts'

type ReceivedMail = { from: string; to: string; raw: string }

/** Throw `refusal(code, text)` to refuse; `break` ends the connection without a word. */
type Behaviour = {
  onRecipient?: (address: string) => void
  /** After the whole mail was taken in, before it is acknowledged. */
  onMail?: (mail: ReceivedMail, breakConnection: () => void) => void | Promise<void>
}

export const refusal = (responseCode: number, message: string) => Object.assign(new Error(message), { responseCode })

export type MailSink = {
  port: number
  received: ReceivedMail[]
  settings: MailSettings
  close(): Promise<void>
}

/** A real SMTP server on loopback that keeps what it is given. */
export async function startMailSink(behaviour: Behaviour = {}, options: SMTPServerOptions & { port?: number } = {}): Promise<MailSink> {
  const received: ReceivedMail[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: options.authOptional === false ? ['STARTTLS'] : ['AUTH', 'STARTTLS'],
    closeTimeout: 50,
    logger: false,
    ...options,
    onRcptTo({ address }, _session, done) {
      try {
        behaviour.onRecipient?.(address)
        done()
      } catch (error) {
        done(error as Error)
      }
    },
    onData(stream, session, done) {
      const accept = async () => {
        const from = session.envelope.mailFrom ? session.envelope.mailFrom.address : ''
        const mail = { from, to: session.envelope.rcptTo.map(({ address }) => address).join(','), raw: await text(stream) }
        const connection = [...server.connections].find(({ session: other }) => (other as { id?: string }).id === session.id)
        const breakConnection = () => (connection as unknown as { _socket: Duplex } | undefined)?._socket.destroy()
        await behaviour.onMail?.(mail, breakConnection)
        received.push(mail)
      }
      accept().then(() => done(), done)
    },
  })
  // Connections that tests break on purpose.
  server.on('error', () => {})
  server.listen(options.port ?? 0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  return {
    port,
    received,
    settings: readMailSettings(`smtp://127.0.0.1:${port}`, { name: 'Vakt', address: 'vakt@vakt.test' }),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
