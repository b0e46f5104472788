import { createPublicKey, hash, verify } from 'node:crypto'
import { type AgentRequest, contentDigestOf, type SignatureClaim, signatureBaseOf } from '@vakt/domain/agents/agent-signature.ts'

/** Null when the owner of this Ed25519 key (32 bytes) signed exactly this request with this body. */
export function refuseSignature(
  request: AgentRequest,
  { body, digest }: { body: Buffer; digest: string | undefined },
  { parameters, signature }: SignatureClaim,
  publicKey: Buffer,
): 'digest' | 'signature' | null {
  const expected = contentDigestOf(hash('sha256', body, 'base64'))
  if (digest !== expected) return 'digest'
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: publicKey.toString('base64url') }, format: 'jwk' })
  const base = Buffer.from(signatureBaseOf(request, expected, parameters))
  return verify(null, base, key, Buffer.from(signature, 'base64')) ? null : 'signature'
}
