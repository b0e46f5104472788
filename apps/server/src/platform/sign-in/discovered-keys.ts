import { createLocalJWKSet, createRemoteJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose'
import { refuseInTransaction } from '#server/platform/database/open-transaction.ts'

/** The provider did not answer, so nothing can be said about the token: not the user's fault, worth another try. */
export class SignInProviderUnreachable extends Error {
  override name = 'SignInProviderUnreachable'
}

const answersWithinMilliseconds = 5_000
const asksAgainAfterMilliseconds = 5_000
const refetchesUnknownKeyAfterMilliseconds = 30_000
const keysAreFreshForMilliseconds = 10 * 60_000
const keysAreUsableForMilliseconds = 24 * 60 * 60_000

/** Finds the keys of an external provider through its discovery document, when the first token comes. */
export function createDiscoveredKeys(issuer: string): JWTVerifyGetKey {
  let asking: Promise<JWTVerifyGetKey> | undefined
  let failed: { error: SignInProviderUnreachable; at: number } | undefined

  async function ask(): Promise<JWTVerifyGetKey> {
    // While the provider is down, each request would otherwise wait for the whole timeout.
    if (failed && Date.now() - failed.at < asksAgainAfterMilliseconds) throw failed.error
    asking ??= discoverKeysUri(issuer).then(createKeysWithMemory)
    try {
      return await asking
    } catch (cause) {
      asking = undefined
      failed = { error: asUnreachable(cause), at: Date.now() }
      throw failed.error
    }
  }

  return async (header, token) => (await ask())(header, token)
}

async function discoverKeysUri(issuer: string): Promise<URL> {
  const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  refuseInTransaction('The identity provider')
  const response = await fetch(address, {
    redirect: 'error',
    headers: { accept: 'application/json' },
    signal: AbortSignal.timeout(answersWithinMilliseconds),
  })
  if (!response.ok) throw new Error(`${address} answered ${response.status}.`)
  const document = (await response.json()) as { issuer?: unknown; jwks_uri?: unknown }
  if (document.issuer !== issuer) throw new Error(`${address} names another issuer: ${String(document.issuer)}.`)
  const keysUri = new URL(String(document.jwks_uri))
  if (keysUri.protocol !== 'https:' && keysUri.protocol !== new URL(issuer).protocol)
    throw new Error(`${address} names keys without https.`)
  return keysUri
}

/** When the provider fails to answer later on, the keys it gave last go on working for a day. */
function createKeysWithMemory(keysUri: URL): JWTVerifyGetKey {
  const remote = createRemoteJWKSet(keysUri, {
    timeoutDuration: answersWithinMilliseconds,
    cooldownDuration: refetchesUnknownKeyAfterMilliseconds,
    cacheMaxAge: keysAreFreshForMilliseconds,
  })
  let last: { keys: JSONWebKeySet; at: number } | undefined
  let failed: { error: unknown; at: number } | undefined

  return async (header, token) => {
    try {
      if (failed && Date.now() - failed.at < asksAgainAfterMilliseconds) throw failed.error
      failed = undefined
      const key = await remote(header, token)
      const keys = remote.jwks()
      if (keys && remote.fresh) last = { keys, at: Date.now() }
      return key
    } catch (error) {
      if (error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys) throw error
      if (error instanceof errors.JOSENotSupported) throw error
      failed ??= { error, at: Date.now() }
      if (!last || Date.now() - last.at > keysAreUsableForMilliseconds) throw asUnreachable(error)
      return await createLocalJWKSet(last.keys)(header, token).catch(() => Promise.reject(asUnreachable(error)))
    }
  }
}

function asUnreachable(cause: unknown): SignInProviderUnreachable {
  return cause instanceof SignInProviderUnreachable
    ? cause
    : new SignInProviderUnreachable('The sign-in provider cannot be reached.', { cause })
}
