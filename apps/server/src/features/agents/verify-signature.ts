import { createPublicKey, hash, type KeyObject, verify } from 'node:crypto'
import { type AgentRequest, contentDigestOf, type SignatureClaim, signatureBaseOf } from '@vakt/domain/agents/agent-signature.ts'

/** Making a key costs half as much as checking with it, and an agent comes each minute. Each takes some 800 bytes. */
const maxKeys = 20_000
const keys = new Map<string, KeyObject>()

function keyOf(publicKey: Buffer): KeyObject {
  const x = publicKey.toString('base64url')
  const known = keys.get(x)
  if (known) return known
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  if (keys.size >= maxKeys) keys.clear()
  keys.set(x, key)
  return key
}

/** Null when the owner of this Ed25519 key (32 bytes) signed exactly this request with this body. */
export function refuseSignature(
  request: AgentRequest,
  { body, digest }: { body: Buffer; digest: string | undefined },
  { parameters, signature }: SignatureClaim,
  publicKey: Buffer,
): 'digest' | 'signature' | null {
  const expected = contentDigestOf(hash('sha256', body, 'base64'))
  if (digest !== expected) return 'digest'
  const base = Buffer.from(signatureBaseOf(request, expected, parameters))
  return verify(null, base, keyOf(publicKey), Buffer.from(signature, 'base64')) ? null : 'signature'
}
