import { createSign } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { SnsAddresses } from '#server/features/signals/sns/sns-message.ts'

// Made for these tests alone: nothing trusts it.
const read = (name: string) => readFileSync(new URL(`../features/signals/sns/test-signer.${name}.pem`, import.meta.url), 'utf8')
const [key, certificate] = [read('key'), read('cert')]

const signedFields: Record<string, string[]> = {
  Notification: ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'],
  SubscriptionConfirmation: ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'],
}

export type SnsServer = {
  /** The rules of Amazon's addresses, for this server. */
  addresses: SnsAddresses
  /** A signed message; `fields` replaces what it holds, before it is signed. */
  sign(type: 'Notification' | 'SubscriptionConfirmation', fields: Record<string, string>): Record<string, string>
  /** The tokens of the subscriptions that were confirmed. */
  confirmed: string[]
  /** How often the certificate was asked for. */
  certificates(): number
  /** While it is down the certificate cannot be fetched. */
  setDown(isDown: boolean): void
  close(): Promise<unknown>
}

/** Speaks the protocol of Amazon SNS on the loopback: signs as SNS does, serves its certificate and confirms subscriptions. */
export async function startSnsServer(): Promise<SnsServer> {
  const confirmed: string[] = []
  let asked = 0
  let isDown = false
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1')
    if (isDown) return response.writeHead(503).end()
    if (url.pathname.endsWith('.pem')) {
      asked += 1
      return response.end(certificate)
    }
    if (url.searchParams.get('Action') !== 'ConfirmSubscription') return response.writeHead(404).end()
    confirmed.push(url.searchParams.get('Token') ?? '')
    return response.end('<ConfirmSubscriptionResponse/>')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  let sent = 0
  return {
    addresses: {
      isCertificate: (url) => url.startsWith(`${origin}/SimpleNotificationService-`),
      isSubscription: (url) => url.startsWith(`${origin}/?Action=ConfirmSubscription`),
      allowPrivate: true,
    },
    sign(type, fields) {
      sent += 1
      const token = `token-${sent}`
      const confirming = { Token: token, SubscribeURL: `${origin}/?Action=ConfirmSubscription&Token=${token}`, Message: 'Confirm' }
      const message: Record<string, string> = {
        Type: type,
        MessageId: `message-${sent}`,
        TopicArn: 'arn:aws:sns:eu-north-1:123456789012:vakt',
        Timestamp: new Date().toISOString(),
        SignatureVersion: '2',
        SigningCertURL: `${origin}/SimpleNotificationService-${'0'.repeat(32)}.pem`,
        ...(type === 'SubscriptionConfirmation' ? confirming : {}),
        ...fields,
      }
      const text = (signedFields[type] ?? [])
        .filter((name) => message[name] !== undefined)
        .map((name) => `${name}\n${message[name]}\n`)
        .join('')
      const algorithm = message.SignatureVersion === '1' ? 'RSA-SHA1' : 'RSA-SHA256'
      return { ...message, Signature: createSign(algorithm).update(text).sign(key, 'base64') }
    },
    confirmed,
    certificates: () => asked,
    setDown(down) {
      isDown = down
    },
    close: () => {
      server.close()
      server.closeAllConnections()
      return once(server, 'close')
    },
  }
}
