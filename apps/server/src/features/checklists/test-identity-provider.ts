import type { TestOutcome } from '@vakt/contract/customers/checklists.ts'
import { refuseInTransaction } from '#server/platform/database/open-transaction.ts'

const timeoutMs = 5_000
const longestDetail = 300

const failed = (reason: TestOutcome['reason'], detail = ''): TestOutcome => ({
  passed: false,
  reason,
  detail: detail.slice(0, longestDetail),
})

class NoAnswer extends Error {}

async function fetchDocument(address: string): Promise<Record<string, unknown>> {
  refuseInTransaction('The identity provider')
  const response = await fetch(address, {
    redirect: 'error',
    headers: { accept: 'application/json' },
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((error: Error) => {
    const cause = (error.cause as Error | undefined)?.message ?? error.message
    throw new NoAnswer(`${address}: ${cause}`)
  })
  if (!response.ok) throw new NoAnswer(`${address}: HTTP ${response.status}`)
  const document: unknown = await response.json().catch(() => null)
  if (typeof document !== 'object' || document === null) throw new NoAnswer(`${address}: no JSON`)
  return document as Record<string, unknown>
}

const lacksPkce = ({ code_challenge_methods_supported: methods }: Record<string, unknown>) =>
  Array.isArray(methods) && !methods.includes('S256')

/** Asks an identity provider for its discovery document and its keys, and compares what sign-in depends on. */
export async function testIdentityProvider(issuer: string): Promise<TestOutcome> {
  try {
    const document = await fetchDocument(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`)
    if (document.issuer !== issuer) return failed('wrong_issuer', String(document.issuer))
    const missing = ['authorization_endpoint', 'token_endpoint', 'jwks_uri'].filter((name) => typeof document[name] !== 'string')
    if (missing.length > 0) return failed('no_endpoints', missing.join(', '))
    if (lacksPkce(document)) return failed('no_pkce')
    const { keys } = await fetchDocument(String(document.jwks_uri))
    if (!Array.isArray(keys) || keys.length === 0) return failed('no_keys', String(document.jwks_uri))
    return { passed: true, reason: 'ok', detail: '' }
  } catch (error) {
    if (error instanceof NoAnswer) return failed('unreachable', error.message)
    throw error
  }
}
