import type { SignInConfiguration } from '@vakt/contract/users/session.ts'
import { ErrorResponse, ErrorTimeout, InMemoryWebStorage, type User, UserManager, WebStorageStateStore } from 'oidc-client-ts'
import { currentLanguage } from './language.ts'
import { SignInError } from './sign-in-error.ts'
import { callbackPath, type SignInSession, storagePrefix, tokenStorage } from './stored-tokens.ts'

/** Everything that Vakt asks of an OpenID library. */
export type SignInClient = {
  /** Finishes the redirect that the address answers; null when it answers none that is pending. */
  completeRedirect(): Promise<{ session: SignInSession; returnTo: string | undefined } | null>
  /** Never resolves when the page leaves for the provider instead. `force` renews a token that still lives. */
  silent(options?: { force?: boolean }): Promise<SignInSession>
  signIn(returnTo: string): Promise<void>
  signOut(): Promise<void>
  /** For another service that the same provider guards; it is not kept. */
  acquireTokenFor(scope: string): Promise<string>
  clear(): Promise<void>
}

/** Of its own, since the library sweeps away whatever it finds under it and cannot read. */
const pendingPrefix = 'vakt.sign-in.'
const triedKey = 'vakt.silent-redirect-tried'

function toSession(user: User | null): SignInSession {
  if (!user?.id_token || !user.expires_at) throw new SignInError('no_session', 'No active session found')
  if (!user.access_token) throw new SignInError('missing_token', 'Missing access token')
  return { subject: user.profile.sub, idToken: user.id_token, accessToken: user.access_token, expires: user.expires_at }
}

function toError(error: unknown): SignInError {
  if (error instanceof SignInError) return error
  if (error instanceof ErrorResponse) {
    const returnTo = (error.state as { returnTo?: string } | undefined)?.returnTo
    const description = error.error_description ?? ''
    return new SignInError(error.error ?? 'error', `${error.error}: ${description}`, { cause: error, returnTo, description })
  }
  const message = error instanceof Error ? error.message : String(error)
  return new SignInError(error instanceof ErrorTimeout ? 'timeout' : 'network', message, { cause: error })
}

/** Some providers demand one also beside PKCE; the library compares it with the one in the id token. */
const newNonce = () => crypto.randomUUID()

/** Refresh tokens rotate, and a second use revokes the grant: one renewal at a time in the whole browser. */
function inTurn<T>(renew: () => Promise<T>): Promise<T> {
  return navigator.locks ? (navigator.locks.request('vakt-auth-renew', renew) as Promise<T>) : renew()
}

export function createSignInClient(configuration: SignInConfiguration): SignInClient {
  const { origin } = location
  const storage = tokenStorage()
  const settings = {
    authority: configuration.authority,
    client_id: configuration.clientId,
    scope: configuration.scope,
    redirect_uri: origin + callbackPath,
    silent_redirect_uri: `${origin}/auth/silent.html`,
    post_logout_redirect_uri: `${origin}/`,
    stateStore: new WebStorageStateStore({ store: storage, prefix: pendingPrefix }),
    automaticSilentRenew: false,
    silentRequestTimeoutInSeconds: 8,
  }
  const { resource } = configuration
  const manager = new UserManager({
    ...settings,
    ...(resource ? { resource } : {}),
    userStore: new WebStorageStateStore({ store: storage, prefix: storagePrefix }),
  })

  /** The refresh token first, then the iframe; where the provider's cookie is out of an iframe's sight, the whole page, once per tab. */
  async function renewByAnyMeans(hasRefreshToken: boolean): Promise<SignInSession> {
    try {
      return toSession(
        await manager.signinSilent({ nonce: newNonce() }).catch((error: unknown) => {
          const isDeadToken = hasRefreshToken && error instanceof ErrorResponse && error.error === 'invalid_grant'
          if (isDeadToken) return manager.signinSilent({ forceIframeAuth: true, nonce: newNonce() })
          throw error
        }),
      )
    } catch (error) {
      const failure = toError(error)
      if (configuration.isExternal && failure.code === 'login_required' && !sessionStorage.getItem(triedKey)) {
        sessionStorage.setItem(triedKey, '1')
        await manager.signinRedirect({ prompt: 'none', state: { returnTo: location.pathname + location.search }, nonce: newNonce() })
        return new Promise<never>(() => {})
      }
      throw failure
    }
  }

  async function renew(force: boolean): Promise<SignInSession> {
    const before = await manager.getUser()
    if (before && !before.expired && !force) return toSession(before)
    if (force && !before) throw new SignInError('no_account', 'no_account: No active account found for silent token acquisition')
    return inTurn(async () => {
      const now = await manager.getUser()
      const anotherTabRenewed = now && !now.expired && now.access_token !== before?.access_token
      return anotherTabRenewed ? toSession(now) : renewByAnyMeans(Boolean(now?.refresh_token))
    })
  }

  let underWay: Promise<SignInSession> | undefined

  return {
    async completeRedirect() {
      const pending = new URLSearchParams(location.search).get('state')
      if (!pending || !storage.getItem(pendingPrefix + pending)) return null
      try {
        const user = await manager.signinRedirectCallback()
        await manager.clearStaleState()
        return { session: toSession(user), returnTo: (user.state as { returnTo?: string } | undefined)?.returnTo }
      } catch (error) {
        throw toError(error)
      }
    },
    silent({ force = false } = {}) {
      underWay ??= renew(force)
        .catch((error: unknown) => {
          throw toError(error)
        })
        .finally(() => {
          underWay = undefined
        })
      return underWay
    },
    signIn: (returnTo) =>
      manager.signinRedirect({ prompt: configuration.prompt, state: { returnTo }, ui_locales: currentLanguage(), nonce: newNonce() }),
    async signOut() {
      sessionStorage.setItem(triedKey, '1')
      await manager.signoutRedirect()
    },
    async acquireTokenFor(scope) {
      const userStore = new WebStorageStateStore({ store: new InMemoryWebStorage() })
      const user = await new UserManager({ ...settings, scope, userStore }).signinSilent({ nonce: newNonce() })
      if (!user) throw new SignInError('no_session', 'No active session found')
      return user.access_token
    },
    async clear() {
      await manager.removeUser()
      await manager.clearStaleState()
    },
  }
}
