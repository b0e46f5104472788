import { randomBytes } from 'node:crypto'
import { commandLine } from '#server/platform/command-line.ts'

/** One key of `SECRET_KEY`: 32 random bytes, and the id that values encrypted with it carry. */
export type SecretKey = { id: string; secret: Buffer }

const keyBytes = 32
const form = /^([A-Za-z0-9][A-Za-z0-9_.-]{0,31}):([A-Za-z0-9+/_-]{43}=?)$/

/** Reads `id:base64,id:base64`, the encrypting key first. Throws what is wrong, without repeating any of it. */
export function readSecretKeys(text: string): SecretKey[] {
  const parts = text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
  const keys = parts.map((part, index) => {
    const [, id, encoded] = form.exec(part) ?? []
    const secret = Buffer.from(encoded ?? '', 'base64')
    if (!id || secret.length !== keyBytes)
      throw new Error(`has no valid key in place ${index + 1}: each is <id>:<32 bytes in base64>, as \`${commandLine('make-key')}\` prints`)
    return { id, secret }
  })
  const repeated = keys.find(({ id }, index) => keys.findIndex((other) => other.id === id) !== index)
  if (repeated) throw new Error(`holds two keys with the id ${repeated.id}`)
  return keys
}

/** A new key in the form of `SECRET_KEY`; its id begins with the day it was made. */
export function makeSecretKey(now: Date): string {
  const day = now.toISOString().slice(0, 10).replaceAll('-', '')
  return `k${day}-${randomBytes(2).toString('hex')}:${randomBytes(keyBytes).toString('base64')}`
}
