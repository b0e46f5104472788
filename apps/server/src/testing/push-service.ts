import { createDecipheriv, createECDH, hkdfSync, randomBytes, verify } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

type Received = { path: string; headers: IncomingHttpHeaders; body: Buffer }

/** A push service on the loopback (RFC 8030). */
export async function startPushService() {
  const state = { status: 201, headers: {} as Record<string, string>, received: [] as Received[] }
  const server = createServer(async (request, response) => {
    const body = await buffer(request)
    state.received.push({ path: request.url ?? '', headers: request.headers, body })
    response.writeHead(state.status, state.headers).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return Object.assign(state, { url, close: () => server[Symbol.asyncDispose]() })
}

const hkdf = (key: Buffer, salt: Buffer, info: Buffer, length: number) => Buffer.from(hkdfSync('sha256', key, salt, info, length))

/** A browser that has subscribed: it alone can read what is sent to it (RFC 8291, section 3.4). */
export function createPushBrowser() {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  const auth = randomBytes(16)
  return {
    keys: { p256dh: pair.getPublicKey().toString('base64url'), auth: auth.toString('base64url') },
    read(body: Buffer): string {
      const [salt, length] = [body.subarray(0, 16), body.readUInt8(20)]
      const sender = body.subarray(21, 21 + length)
      const sealed = body.subarray(21 + length)
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), sender])
      const shared = hkdf(pair.computeSecret(sender), auth, info, 32)
      const key = hkdf(shared, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
      const nonce = hkdf(shared, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
      const cipher = createDecipheriv('aes-128-gcm', key, nonce)
      cipher.setAuthTag(sealed.subarray(-16))
      const padded = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()])
      return padded.subarray(0, padded.lastIndexOf(2)).toString()
    },
  }
}

/** The claims of the header `Authorization`, once its signature is checked with the key beside it (RFC 8292). */
export function readVapid(authorization: string): { aud: string; exp: number; sub: string; key: string } | null {
  const [, token = '', shown = ''] = /^vapid t=([^,]+), k=(\S+)$/.exec(authorization) ?? []
  const [head = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(shown, 'base64url')
  const jwk = { kty: 'EC', crv: 'P-256', x: point.subarray(1, 33).toString('base64url'), y: point.subarray(33).toString('base64url') }
  const key = { key: jwk, format: 'jwk', dsaEncoding: 'ieee-p1363' } as never
  const isValid = verify('sha256', Buffer.from(`${head}.${claims}`), key, Buffer.from(signature, 'base64url'))
  return isValid ? { ...JSON.parse(Buffer.from(claims, 'base64url').toString()), key: shown } : null
}
