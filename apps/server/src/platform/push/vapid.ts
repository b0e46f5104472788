import { createECDH, createPrivateKey, sign } from 'node:crypto'
import { deriveKey } from '#server/platform/derive-secret.ts'

const validSeconds = 12 * 3600
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Says to push services who sends (VAPID, RFC 8292). */
export type Vapid = {
  /** The key that browsers subscribe with, base64url. */
  publicKey: string
  /** The header `Authorization` for a message to this address. */
  authorize(endpoint: string, now: Date): string
}

/** From 32 bytes the private key of P-256; not every value is one. */
function keyPairOf(secret: Buffer): { publicKey: Buffer; privateKey: Buffer } {
  const pair = createECDH('prime256v1')
  for (let attempt = 0; ; attempt++) {
    try {
      pair.setPrivateKey(deriveKey(secret, `push key ${attempt}`))
      return { publicKey: pair.getPublicKey(), privateKey: pair.getPrivateKey() }
    } catch (error) {
      if (attempt === 9) throw error
    }
  }
}

/**
 * The same keys wherever the secret is the same: it comes from the root secret, which is made at the first start and kept encrypted under
 * `SECRET_KEY`. `contact` is the mail address that a push service may write to.
 */
export function createVapid(secret: Buffer, contact: string): Vapid {
  const { publicKey, privateKey } = keyPairOf(secret)
  const [x, y] = [publicKey.subarray(1, 33), publicKey.subarray(33)].map((part) => part.toString('base64url'))
  const jwk = { kty: 'EC', crv: 'P-256', x, y, d: privateKey.toString('base64url').padStart(43, 'A') }
  const key = createPrivateKey({ key: jwk as never, format: 'jwk' })
  const shown = publicKey.toString('base64url')
  return {
    publicKey: shown,
    authorize(endpoint, now) {
      const claims = { aud: new URL(endpoint).origin, exp: Math.floor(now.getTime() / 1000) + validSeconds, sub: `mailto:${contact}` }
      const signed = `${encode({ typ: 'JWT', alg: 'ES256' })}.${encode(claims)}`
      const signature = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')
      return `vapid t=${signed}.${signature}, k=${shown}`
    },
  }
}
