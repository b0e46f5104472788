import { createPrivateKey, type KeyObject } from 'node:crypto'

/** What stands before the 32 bytes of an Ed25519 key in PKCS #8 (RFC 8410). */
const header = Buffer.from('302e020100300506032b657004220420', 'hex')

/** The Ed25519 key of these 32 secret bytes. */
export const ed25519KeyOf = (seed: Buffer): KeyObject =>
  createPrivateKey({ key: Buffer.concat([header, seed]), format: 'der', type: 'pkcs8' })
