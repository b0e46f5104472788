import type { SignatureRefusal } from '@vakt/contract/agents/agent-protocol.ts'

/** HTTP Message Signatures (RFC 9421) in one fixed form: Ed25519, these components in this order, one signature. */
const components = '("@method" "@authority" "@path" "@query" "content-digest")'
const parametersForm =
  /^vakt=\("@method" "@authority" "@path" "@query" "content-digest"\);created=(\d{10});nonce="([\w-]{22})";keyid="([\w-]{1,64})";alg="ed25519";tag="vakt-agent"$/
const signatureForm = /^vakt=:([A-Za-z0-9+/]{86}==):$/
const mostSkewSeconds = 300

/** `authority` is host and port of the server as it is configured, never the header that came through a proxy. */
export type AgentRequest = { method: string; authority: string; path: string; query: string }
type Headers = Readonly<Record<string, string | string[] | undefined>>

/** The header of this SHA-256 digest of the body, base64. */
export const contentDigestOf = (sha256: string): string => `sha-256=:${sha256}:`

/** What is signed beside the request itself. The nonce is 16 random bytes, base64url. */
export const signatureParametersOf = ({ keyId, nonce, now }: { keyId: string; nonce: string; now: Date }): string =>
  `${components};created=${Math.floor(now.getTime() / 1000)};nonce="${nonce}";keyid="${keyId}";alg="ed25519";tag="vakt-agent"`

/** The text whose bytes are signed. */
export const signatureBaseOf = ({ method, authority, path, query }: AgentRequest, contentDigest: string, parameters: string): string =>
  `"@method": ${method}\n"@authority": ${authority}\n"@path": ${path}\n"@query": ?${query}\n"content-digest": ${contentDigest}\n"@signature-params": ${parameters}`

/** The headers of a signed request; the signature is base64. */
export const signatureHeadersOf = (contentDigest: string, parameters: string, signature: string): Record<string, string> => ({
  'content-digest': contentDigest,
  'signature-input': `vakt=${parameters}`,
  signature: `vakt=:${signature}:`,
})

/** Who signed by what the headers claim; nothing of it is believed before the signature was verified. */
export type SignatureClaim = { keyId: string; nonce: string; parameters: string; signature: string }

/** What costs nothing to refuse, before the body is read. */
export function readSignatureClaim(headers: Headers, now: Date): SignatureClaim | { refused: SignatureRefusal } {
  const input = String(headers['signature-input'] ?? '')
  const [, created, nonce, keyId] = parametersForm.exec(input) ?? []
  const [, signature] = signatureForm.exec(String(headers.signature ?? '')) ?? []
  if (created === undefined || nonce === undefined || keyId === undefined || signature === undefined) return { refused: 'form' }
  if (Math.abs(now.getTime() / 1000 - Number(created)) > mostSkewSeconds) return { refused: 'clock' }
  return { keyId, nonce, parameters: input.slice('vakt='.length), signature }
}
