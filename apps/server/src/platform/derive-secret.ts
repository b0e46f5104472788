import { createHmac } from 'node:crypto'

/** A secret for one purpose, the same in every process of an installation, without being stored anywhere. */
export function deriveSecret(master: string, purpose: string): Buffer {
  return createHmac('sha256', master).update(`vakt ${purpose}`).digest()
}
