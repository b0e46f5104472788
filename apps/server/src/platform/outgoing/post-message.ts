import dns from 'node:dns'
import http from 'node:http'
import https from 'node:https'
import type { LookupFunction } from 'node:net'
import { findUrlProblem, isPublicAddress } from './public-address.ts'

export type PostOutcome = {
  /** Null when no answer came. */
  status: number | null
  /** A word when it failed. */
  reason: string | null
  responseHead: string | null
  tookMilliseconds: number
}

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

/**
 * Posts to an address that someone gave us. Follows no redirect, reads no body of the answer, and reaches nothing but the open internet
 * unless `allowPrivate`. Never throws.
 */
export function postMessage(
  url: string,
  { headers, body, allowPrivate }: { headers: Record<string, string>; body: string; allowPrivate: boolean },
): Promise<PostOutcome> {
  const began = performance.now()
  const finish = (outcome: Omit<PostOutcome, 'tookMilliseconds'>) => ({
    ...outcome,
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
        resolve(finish({ status, reason, responseHead: headOf(response) }))
        response.on('error', () => {})
        response.destroy()
      },
    )
    sent.on('error', fail)
    sent.end(body)
  })
}
