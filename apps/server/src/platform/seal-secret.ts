import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

/** Encrypts a secret that we must be able to use again, bound to the row (`owner`) that it belongs to. The key is not in the database. */
export function sealSecret(key: Buffer, owner: string, secret: Buffer): Buffer {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(owner))
  return Buffer.concat([nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()])
}

/** Throws when it was changed, belongs to another row, or was sealed with another key. */
export function openSecret(key: Buffer, owner: string, sealed: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12)).setAAD(Buffer.from(owner))
  decipher.setAuthTag(sealed.subarray(-16))
  return Buffer.concat([decipher.update(sealed.subarray(12, -16)), decipher.final()])
}
