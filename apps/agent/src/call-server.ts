import { hash, type KeyObject, randomBytes, sign } from 'node:crypto'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { contentDigestOf, signatureBaseOf, signatureHeadersOf, signatureParametersOf } from '@vakt/domain/agents/agent-signature.ts'

export type Answer = { status: number; body: Record<string, unknown> }
export type Signer = { server: string; keyId: string; privateKey: KeyObject }

const largestAnswer = 2_000_000
const usualTimeoutMs = 30_000
const thisMachine = ['127.0.0.1', 'localhost', '[::1]']

/** How far the clock of this machine is ahead, by the answers of the server; requests are signed with the server's time. */
export const clock = { aheadMs: 0, now: () => new Date(Date.now() - clock.aheadMs) }

/** The server refuses a message with NUL or half a surrogate pair, which logs and names of this machine may have, or a cut may leave. */
const replaceUnstorable = (_key: string, value: unknown): unknown =>
  typeof value === 'string' ? value.replaceAll('\0', '\ufffd').toWellFormed() : value

/** One signed request. No redirect is followed, and plain http is used only towards this very machine. */
export function callServer(
  { server, keyId, privateKey }: Signer,
  path: string,
  content: unknown,
  timeoutMs = usualTimeoutMs,
): Promise<Answer> {
  const base = new URL(server)
  if (base.protocol !== 'https:' && !thisMachine.includes(base.hostname)) throw new Error(`Vakt must be reached by https: ${server}`)
  const body = Buffer.from(JSON.stringify(content, replaceUnstorable))
  const digest = contentDigestOf(hash('sha256', body, 'base64'))
  const parameters = signatureParametersOf({ keyId, nonce: randomBytes(16).toString('base64url'), now: clock.now() })
  const signed = signatureBaseOf({ method: 'POST', authority: base.host, path, query: '' }, digest, parameters)
  const signature = sign(null, Buffer.from(signed), privateKey).toString('base64')
  const headers = {
    ...signatureHeadersOf(digest, parameters, signature),
    'content-type': 'application/json',
    'content-length': String(body.length),
  }
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const ask = base.protocol === 'https:' ? requestHttps : requestHttp
  const outgoing = ask(new URL(path, base), { method: 'POST', headers, signal: AbortSignal.timeout(timeoutMs) }, (response) => {
    const parts: Buffer[] = []
    let size = 0
    response.on('data', (part: Buffer) => {
      size += part.length
      if (size > largestAnswer) response.destroy(new Error('The answer is too large.'))
      else parts.push(part)
    })
    response.on('error', reject)
    response.on('end', () => {
      const serverTime = Date.parse(response.headers.date ?? '')
      if (Number.isFinite(serverTime)) noteTime(serverTime)
      try {
        resolve({ status: response.statusCode ?? 0, body: JSON.parse(Buffer.concat(parts).toString() || '{}') })
      } catch {
        resolve({ status: response.statusCode ?? 0, body: {} })
      }
    })
  })
  outgoing.on('error', reject)
  outgoing.end(body)
  return promise
}

/** The server's time is in whole seconds; what differs by less than two is no error of the clock. */
function noteTime(serverTime: number): void {
  const aheadMs = Date.now() - serverTime
  clock.aheadMs = Math.abs(aheadMs) < 2000 ? 0 : aheadMs
}
