import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { deriveKey, deriveSecret } from '#server/platform/derive-secret.ts'
import type { SecretKey } from './secret-key.ts'

/** Encrypts secrets that we must be able to use again. `owner` names the row that a value belongs to: moved to another row it cannot be opened. */
export type SecretBox = {
  seal(owner: string, secret: Buffer): Buffer
  /** Throws CannotDecrypt. */
  open(owner: string, sealed: Buffer): Buffer
  /** What every value begins with that is encrypted with the first key. */
  prefix: Buffer
}

/** The keys that decrypt: those of `SECRET_KEY`, and database passwords that releases before it derived keys from. */
export type DecryptionKeys = { keys: readonly SecretKey[]; legacyPasswords: readonly string[] }

/** A stored secret that none of our keys decrypts; the message says which key is missing. */
export class CannotDecrypt extends Error {}

const prefixOf = (id: string) => Buffer.from(`vakt1:${id}:`)

/** The id of the key that a value is encrypted with; null for releases that derived their key from the owner's password. */
export function readKeyId(sealed: Buffer): string | null {
  return /^vakt1:([^:]{1,32}):/.exec(sealed.subarray(0, 40).toString('latin1'))?.[1] ?? null
}

function encrypt(key: Buffer, owner: string, secret: Buffer): Buffer {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(owner))
  return Buffer.concat([nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()])
}

/** Undefined when it was changed, belongs to another row, or was encrypted with another key. */
function decrypt(key: Buffer, owner: string, encrypted: Buffer): Buffer | undefined {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, encrypted.subarray(0, 12)).setAAD(Buffer.from(owner))
    decipher.setAuthTag(encrypted.subarray(-16))
    return Buffer.concat([decipher.update(encrypted.subarray(12, -16)), decipher.final()])
  } catch {
    return undefined
  }
}

/** AES-256-GCM with a key derived for this purpose alone, and the key's id before it. */
export function createSecretBox({ keys, legacyPasswords }: DecryptionKeys, purpose: string): SecretBox {
  const [first] = keys
  if (!first) throw new Error('There is no key to encrypt with.')
  const derived = new Map(keys.map(({ id, secret }) => [id, deriveKey(secret, purpose)]))
  const legacy = legacyPasswords.map((password) => deriveSecret(password, purpose))
  const prefix = prefixOf(first.id)
  const openLegacy = (owner: string, sealed: Buffer) => {
    for (const key of legacy) {
      const secret = decrypt(key, owner, sealed)
      if (secret) return secret
    }
    throw new CannotDecrypt('It was encrypted by an earlier release, under another password of the database.')
  }
  return {
    prefix,
    seal: (owner, secret) => Buffer.concat([prefix, encrypt(derived.get(first.id) as Buffer, owner, secret)]),
    open(owner, sealed) {
      const id = readKeyId(sealed)
      if (id === null) return openLegacy(owner, sealed)
      const key = derived.get(id)
      if (!key) throw new CannotDecrypt(`It is encrypted with the key ${id}, which is not there.`)
      const secret = decrypt(key, owner, sealed.subarray(prefixOf(id).length))
      if (!secret) throw new CannotDecrypt(`It is encrypted with the key ${id}, but not with this one of that name.`)
      return secret
    },
  }
}
