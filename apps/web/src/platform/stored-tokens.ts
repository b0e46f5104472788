import type { SignInConfiguration } from '@vakt/contract/users/session.ts'

export type SignInSession = { subject: string; idToken: string; accessToken: string; expires: number }

export const isSafari = (userAgent: string) => /safari/i.test(userAgent) && !/chrome|chromium|crios|fxios|edg|android/i.test(userAgent)

export const tokenStorage = (): Storage => (isSafari(navigator.userAgent) ? sessionStorage : localStorage)

/** Where the provider sends the browser back to. */
export const callbackPath = '/auth/callback'

export const storagePrefix = 'vakt.'
export const userKeyStart = `${storagePrefix}user:`

/** Whether someone signed in with this browser before; their tokens may be too old by now. */
export const mayBeSignedIn = (storage: object = tokenStorage()): boolean => Object.keys(storage).some((key) => key.startsWith(userKeyStart))

/** What `oidc-client-ts` writes there; a version that writes something else only costs a silent sign-in. */
type StoredUser = { id_token?: string; access_token?: string; expires_at?: number; profile?: { sub?: string } }

export const subjectOf = (stored: string): string | undefined => (JSON.parse(stored) as StoredUser).profile?.sub

/** The tokens of an earlier visit while they live, so that the sign-in library need not be loaded for them. */
export function readStoredTokens(
  { authority, clientId }: SignInConfiguration,
  storage: Pick<Storage, 'getItem'>,
  now: number,
): SignInSession | null {
  const stored = storage.getItem(`${userKeyStart}${authority}:${clientId}`)
  if (!stored) return null
  const { id_token, access_token, expires_at, profile } = JSON.parse(stored) as StoredUser
  if (!id_token || !access_token || !profile?.sub || !expires_at || expires_at * 1000 <= now) return null
  return { subject: profile.sub, idToken: id_token, accessToken: access_token, expires: expires_at }
}
