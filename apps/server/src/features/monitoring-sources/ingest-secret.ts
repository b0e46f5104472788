import { createHash, randomBytes } from 'node:crypto'

const shownCharacters = 4

/** A new ingest token: the secret, which is shown once, and what is stored of it. */
export function createIngestSecret(): { secret: string; hash: Buffer; ending: string } {
  const secret = `vakt_ing_${randomBytes(32).toString('base64url')}`
  return { secret, hash: createHash('sha256').update(secret).digest(), ending: secret.slice(-shownCharacters) }
}
