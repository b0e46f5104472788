import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import type { GoogleIssuer } from '#server/features/signals/check-sender.ts'

const issuer = 'https://accounts.google.test'
/** Both have the same key id, so that only the signature tells them apart. */
const kid = 'google-1'

export type GoogleServer = {
  google: GoogleIssuer
  /** A token as Google gives it to a push subscription; `isForged`: signed with another key. */
  sign(claims: JWTPayload, options?: { issuer?: string; isForged?: boolean; expires?: string }): Promise<string>
  setDown(isDown: boolean): void
  close(): Promise<unknown>
}

/** Issues tokens as Google does and serves its keys on the loopback. */
export async function startGoogleServer(): Promise<GoogleServer> {
  const [own, foreign] = await Promise.all([generateKeyPair('RS256', { extractable: true }), generateKeyPair('RS256')])
  const key = { ...(await exportJWK(own.publicKey)), kid, alg: 'RS256', use: 'sig' }
  let isDown = false
  const server = createServer((_request, response) => {
    if (isDown) return response.writeHead(503).end()
    return response.setHeader('content-type', 'application/json').end(JSON.stringify({ keys: [key] }))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    google: { issuer, keysUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/certs` },
    sign: (claims, { issuer: from = issuer, isForged = false, expires = '1h' } = {}) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: 'RS256', kid, typ: 'JWT' })
        .setIssuer(from)
        .setIssuedAt()
        .setExpirationTime(expires)
        .sign(isForged ? foreign.privateKey : own.privateKey),
    setDown(down) {
      isDown = down
    },
    close: () => {
      server.close()
      server.closeAllConnections()
      return once(server, 'close')
    },
  }
}
