import assert from 'node:assert/strict'
import { createPublicKey, verify } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'
import { contentDigestOf, readSignatureClaim, signatureBaseOf } from '@vakt/domain/agents/agent-signature.ts'
import type { Machine } from '#agent/machine.ts'

export type Seen = { path: string; body: Record<string, unknown>; isSigned: (key: string) => boolean; refused: string | null }

/** A server that checks signatures at a time of its own, and answers what `answer` says. */
export async function startServer(answer: (seen: Seen) => { status: number; body: object }, aheadMs = 0) {
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    const body = Buffer.concat(parts)
    const claim = readSignatureClaim(request.headers, new Date(Date.now() + aheadMs))
    const path = request.url ?? ''
    const digest = String(request.headers['content-digest'])
    const isSigned = (key: string) =>
      'parameters' in claim &&
      verify(
        null,
        Buffer.from(signatureBaseOf({ method: 'POST', authority: `127.0.0.1:${port}`, path, query: '' }, digest, claim.parameters)),
        createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: key }, format: 'jwk' }),
        Buffer.from(claim.signature, 'base64'),
      )
    assert.match(digest, new RegExp(`^${contentDigestOf('.{44}').replaceAll('+', '\\+')}$`))
    const refused = 'refused' in claim ? claim.refused : null
    const { status, body: said } = answer({ path, body: JSON.parse(body.toString()), isSigned, refused })
    response.writeHead(status, { date: new Date(Date.now() + aheadMs).toUTCString() }).end(JSON.stringify(said))
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${port}`
}

/** One on which nothing is found. */
export const machine: Machine = {
  platform: 'linux',
  identifyingTexts: async () => [],
  measure: async () => [],
  listServices: async () => [],
  listSites: async () => null,
  readLog: async () => ({ events: [], cursor: '', isCut: false }),
  problemOfQuery: () => null,
  actions: {},
}
