import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { AnswerCipher } from '#server/platform/context.ts'
import { deriveKey } from '#server/platform/derive-secret.ts'

/** Encrypts a kept answer (AES-256-GCM) for the request with this hash, under a key derived from a secret that is not in the database. */
export function createAnswerCipher(secret: Buffer): AnswerCipher {
  const key = deriveKey(secret, 'kept answers')
  return {
    encrypt(answer, requestHash) {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(requestHash)
      const encrypted = Buffer.concat([nonce, cipher.update(JSON.stringify(answer ?? null)), cipher.final(), cipher.getAuthTag()])
      return { encrypted: encrypted.toString('base64') }
    },
    decrypt(kept, requestHash) {
      const encrypted = Buffer.from((kept as { encrypted: string }).encrypted, 'base64')
      const decipher = createDecipheriv('aes-256-gcm', key, encrypted.subarray(0, 12)).setAAD(requestHash)
      decipher.setAuthTag(encrypted.subarray(-16))
      return JSON.parse(Buffer.concat([decipher.update(encrypted.subarray(12, -16)), decipher.final()]).toString())
    },
  }
}
