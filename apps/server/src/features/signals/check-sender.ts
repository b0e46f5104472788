import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { createRemoteJWKSet, errors, jwtVerify } from 'jose'
import type { Pool } from 'pg'
import { findSenderChecks, type SenderChecks } from '#server/features/monitoring-sources/find-sender-checks.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { NotSignedIn, Unavailable } from '#server/platform/errors.ts'
import type { SecretBox } from '#server/platform/keys/secret-box.ts'
import type { IngestToken } from './signal-table.ts'

/** Who issues the tokens of push subscriptions, and where its keys are. */
export type GoogleIssuer = { issuer: string; keysUrl: string }
export const googleIssuer: GoogleIssuer = {
  issuer: 'https://accounts.google.com',
  keysUrl: 'https://www.googleapis.com/oauth2/v3/certs',
}

export type SenderCheckParts = { secrets: SecretBox; google: GoogleIssuer }

/** A change takes effect within this time. */
const rememberedMs = 5000
const maxRemembered = 10_000
/** A request that was signed longer ago may be a replay. */
const maxAgeSeconds = 300
const keysTimeoutMs = 5000
const checkedFormats = new Set(['grafana', 'google-cloud'])

const textOf = (headers: IncomingHttpHeaders, name: string): string => {
  const value = headers[name]
  return typeof value === 'string' ? value : ''
}

/** The lower-case hex HMAC-SHA256 of the body, with a timestamp header of `<seconds>:<body>`: see Grafana's webhook contact point. */
function isSignedByGrafana(secret: Buffer, headers: IncomingHttpHeaders, body: Buffer, now: Date): boolean {
  const timestamp = textOf(headers, 'x-grafana-alerting-timestamp')
  if (timestamp !== '' && !(Math.abs(now.getTime() / 1000 - Number(timestamp)) <= maxAgeSeconds)) return false
  const expected = createHmac('sha256', secret)
    .update(timestamp === '' ? '' : `${timestamp}:`)
    .update(body)
    .digest()
  const signature = textOf(headers, 'x-grafana-alerting-signature')
  return /^[0-9a-f]{64}$/.test(signature) && timingSafeEqual(Buffer.from(signature, 'hex'), expected)
}

const isInvalidToken = (error: unknown) =>
  error instanceof errors.JWTClaimValidationFailed ||
  error instanceof errors.JWTExpired ||
  error instanceof errors.JWTInvalid ||
  error instanceof errors.JWSInvalid ||
  error instanceof errors.JWSSignatureVerificationFailed ||
  error instanceof errors.JWKSNoMatchingKey ||
  error instanceof errors.JOSEAlgNotAllowed ||
  error instanceof errors.JOSENotSupported

function createGoogleCheck({ issuer, keysUrl }: GoogleIssuer) {
  const keys = createRemoteJWKSet(new URL(keysUrl), { timeoutDuration: keysTimeoutMs })
  /** Throws NotSignedIn, and Unavailable when the keys cannot be had: Pub/Sub then sends again. */
  return async ({ audience, email }: { audience: string; email: string }, { authorization = '' }: IncomingHttpHeaders): Promise<void> => {
    const token = /^Bearer (\S{1,16384})$/i.exec(authorization)?.[1]
    if (!token) throw new NotSignedIn('This source needs a token of Google in the Authorization header.')
    const { payload } = await jwtVerify(token, keys, { issuer, audience, algorithms: ['RS256'], clockTolerance: 30 }).catch((error) => {
      throw isInvalidToken(error) ? new NotSignedIn('The token of Google is not valid for this source.') : new Unavailable(30)
    })
    if (payload.email !== email || payload.email_verified !== true)
      throw new NotSignedIn('The token of Google belongs to another service account.')
  }
}

export type CheckSender = {
  /** Before the body is read. Throws what the sender is answered. */
  checkHeaders(token: IngestToken, format: string, headers: IncomingHttpHeaders): Promise<void>
  checkBody(token: IngestToken, format: string, headers: IncomingHttpHeaders, body: Buffer): Promise<void>
}

/** Checks what a source asks of its senders beside the token: the signature of Grafana, the token of Google. */
export function createSenderCheck(pool: Pool, { secrets, google }: SenderCheckParts): CheckSender {
  const remembered = new Map<string, { checks: Promise<SenderChecks | undefined>; until: number }>()
  const checkGoogle = createGoogleCheck(google)

  const find = ({ tokenId, customerId }: IngestToken, format: string): Promise<SenderChecks | undefined> | undefined => {
    if (!checkedFormats.has(format)) return undefined
    const known = remembered.get(tokenId)
    if (known && known.until > Date.now()) return known.checks
    if (remembered.size >= maxRemembered) remembered.clear()
    const checks = inTransaction({ pool }, customerId, (transaction) => findSenderChecks(transaction, customerId, tokenId))
    remembered.set(tokenId, { checks, until: Date.now() + rememberedMs })
    checks.catch(() => remembered.delete(tokenId))
    return checks
  }

  return {
    async checkHeaders(token, format, headers) {
      const asked = format === 'google-cloud' && (await find(token, format))?.google
      if (asked) await checkGoogle(asked, headers)
    },
    async checkBody(token, format, headers, body) {
      const checks = format === 'grafana' ? await find(token, format) : undefined
      if (!checks?.sealedGrafanaSecret) return
      const secret = secrets.open(checks.sourceId, checks.sealedGrafanaSecret)
      if (!isSignedByGrafana(secret, headers, body, new Date())) throw new NotSignedIn('The signature of Grafana does not match.')
    },
  }
}
