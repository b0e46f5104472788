import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'

const recordSize = 4096
const hkdf = (key: Buffer, salt: Buffer, info: Buffer, length: number) => Buffer.from(hkdfSync('sha256', key, salt, info, length))

/** What a browser gave when it subscribed: its public key (65 bytes) and the secret that is shared with it (16 bytes). */
type PushKeys = { p256dh: Buffer; auth: Buffer }

/**
 * The body of a push message in the coding `aes128gcm` (RFC 8291): nobody but the browser can read it. Throws for a key that is no point of P-256.
 *
 * @param chosen for tests: the key pair and the salt that are random otherwise
 */
export function encryptPush(payload: Buffer, { p256dh, auth }: PushKeys, chosen: { privateKey?: Buffer; salt?: Buffer } = {}): Buffer {
  const ours = createECDH('prime256v1')
  if (chosen.privateKey) ours.setPrivateKey(chosen.privateKey)
  else ours.generateKeys()
  const salt = chosen.salt ?? randomBytes(16)
  const ourKey = ours.getPublicKey()
  const shared = hkdf(ours.computeSecret(p256dh), auth, Buffer.concat([Buffer.from('WebPush: info\0'), p256dh, ourKey]), 32)
  const key = hkdf(shared, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = hkdf(shared, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  // One record, the last: its padding begins with 2.
  const text = Buffer.concat([cipher.update(payload), cipher.update(Buffer.from([2])), cipher.final(), cipher.getAuthTag()])
  const head = Buffer.alloc(21)
  salt.copy(head)
  head.writeUInt32BE(recordSize, 16)
  head.writeUInt8(ourKey.length, 20)
  return Buffer.concat([head, ourKey, text])
}
