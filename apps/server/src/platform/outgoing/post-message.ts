import dns from 'node:dns'
import http from 'node:http'
import https from 'node:https'
import type { LookupFunction } from 'node:net'
import { refuseInTransaction } from '#server/platform/database/open-transaction.ts'
import { findUrlProblem, isPublicAddress } from './public-address.ts'

export type PostOutcome = {
  /** Null when no answer came. */
  status: number | null
  /** A word when it failed. */
  reason: string | null
  responseHead: string | null
  /** The header Retry-After in seconds; null where it says none. */
  retryAfterSeconds: number | null
  /** Whether the connection was made, so that the other side may have acted on the message. */
  hasConnected: boolean
  tookMilliseconds: number
}

/** The outcome of what was never sent. */
export const notPosted = (reason: string): PostOutcome => ({
  status: null,
  reason,
  responseHead: null,
  retryAfterSeconds: null,
  hasConnected: false,
  tookMilliseconds: 0,
})

const timeoutMs = 10_000
const mostHeadCharacters = 4000

class PrivateAddress extends Error {}

/** Every address that the name leads to is checked, and the connection goes to one of exactly these: asking twice could give another answer. */
export const lookUpPublic: LookupFunction = (hostname, options, done) => {
  dns.lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return done(error, '', 0)
    if (addresses.length === 0 || addresses.some(({ address }) => !isPublicAddress(address)))
      return done(new PrivateAddress(`${hostname} leads to an address that is not public.`), '', 0)
    if (options.all) return done(null, addresses)
    const [first] = addresses
    return done(null, first?.address ?? '', first?.family ?? 0)
  })
}

function headOf({ statusCode, statusMessage, rawHeaders }: http.IncomingMessage): string {
  const lines = [`${statusCode} ${statusMessage ?? ''}`.trim()]
  for (let index = 0; index < rawHeaders.length; index += 2) lines.push(`${rawHeaders[index]}: ${rawHeaders[index + 1]}`)
  return lines.join('\n').slice(0, mostHeadCharacters)
}

function reasonOf(error: NodeJS.ErrnoException): string {
  if (error instanceof PrivateAddress) return 'private_address'
  if (error.name === 'AbortError' || error.code === 'ABORT_ERR' || error.code === 'ETIMEDOUT') return 'timeout'
  if (error.code === 'ENOTFOUND' || error.code === 'EAI_AGAIN') return 'unknown_host'
  if (/^(ERR_TLS|CERT_|DEPTH_|UNABLE_|SELF_SIGNED|ERR_SSL|EPROTO)/.test(error.code ?? '')) return 'certificate'
  return 'no_connection'
}

/** In seconds, or as a date. */
function readRetryAfter(value: string | undefined): number | null {
  if (!value) return null
  const seconds = /^\d{1,9}$/.test(value) ? Number(value) : (Date.parse(value) - Date.now()) / 1000
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : null
}

/**
 * Posts to an address that someone gave us. Follows no redirect, reads no body of the answer, and reaches nothing but the open internet
 * unless `allowPrivate`. Never throws.
 */
export function postMessage(
  url: string,
  { headers, body, allowPrivate }: { headers: Record<string, string>; body: string | Buffer; allowPrivate: boolean },
): Promise<PostOutcome> {
  refuseInTransaction('Another server')
  const began = performance.now()
  let hasConnected = false
  const finish = (
    outcome: Omit<PostOutcome, 'tookMilliseconds' | 'hasConnected' | 'retryAfterSeconds'> & { retryAfterSeconds?: number | null },
  ) => ({
    retryAfterSeconds: null,
    ...outcome,
    hasConnected,
    tookMilliseconds: Math.round(performance.now() - began),
  })
  const problem = findUrlProblem(url, { allowPrivate })
  if (problem) return Promise.resolve(finish({ status: null, reason: problem, responseHead: null }))
  return new Promise((resolve) => {
    const fail = (error: Error) => resolve(finish({ status: null, reason: reasonOf(error), responseHead: null }))
    const { request } = url.startsWith('https:') ? https : http
    const sent = request(
      url,
      {
        method: 'POST',
        headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
        agent: false,
        signal: AbortSignal.timeout(timeoutMs),
        ...(allowPrivate ? {} : { lookup: lookUpPublic }),
      },
      (response) => {
        const status = response.statusCode ?? 0
        const isGood = status >= 200 && status < 300
        const reason = isGood ? null : status >= 300 && status < 400 ? 'redirect' : 'status'
        resolve(
          finish({ status, reason, responseHead: headOf(response), retryAfterSeconds: readRetryAfter(response.headers['retry-after']) }),
        )
        response.on('error', () => {})
        response.destroy()
      },
    )
    sent.once('socket', (socket) =>
      socket.once(url.startsWith('https:') ? 'secureConnect' : 'connect', () => {
        hasConnected = true
      }),
    )
    sent.on('error', fail)
    sent.end(body)
  })
}
