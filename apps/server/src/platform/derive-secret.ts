import { createHmac, hkdfSync } from 'node:crypto'

/** 32 bytes for one purpose, by HKDF (RFC 5869): the same wherever the secret is known, and of no use for another purpose. */
export function deriveKey(secret: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `vakt ${purpose}`, 32))
}

/** As releases before `SECRET_KEY` derived keys, from the password of the database. */
export function deriveSecret(master: string, purpose: string): Buffer {
  return createHmac('sha256', master).update(`vakt ${purpose}`).digest()
}
