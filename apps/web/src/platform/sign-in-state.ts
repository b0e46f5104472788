import { getSignInConfiguration, type Language, type SignInConfiguration } from '@vakt/contract/users/session.ts'
import { useSyncExternalStore } from 'react'
import { forgetThisBrowser } from './forget-this-browser.ts'
import { currentLanguage } from './language.ts'
import { reasonOfLeaving, takeLeave } from './leaving.ts'
import { noteFailure } from './note-failure.ts'
import { ApiError, sendRequest } from './request.ts'
import { returnPathAfter } from './return-path.ts'
import type { SignInClient } from './sign-in-client.ts'
import { isSilentFailure, SignInError } from './sign-in-error.ts'
import { problemOf, type SignInProblem } from './sign-in-problem.ts'
import {
  callbackPath,
  readStoredTokens,
  type SignInSession,
  storagePrefix,
  subjectOf,
  tokenStorage,
  userKeyStart,
} from './stored-tokens.ts'

export type SignInState = {
  authed: boolean
  /** False until the first attempt to sign in has ended; nothing is shown before. */
  initiated: boolean
  ready: boolean
  jwt: string | null
  /** Seconds since 1970. */
  expires: number | null
  accessToken: string | null
  selectedLanguage: Language
  redirectedFromOrigin: string | null
  silentFailed: boolean
  /** What ended the sign-in; `isAnswer`: the provider's answer to a sign-in that the user began. */
  failure: { error: unknown; isAnswer: boolean } | null
  /** What did not answer when signing in was tried, or failed. */
  problem: SignInProblem | null
}

const signedOut = { authed: false, ready: false, jwt: null, expires: null, accessToken: null } as const

let state: SignInState = {
  ...signedOut,
  initiated: false,
  selectedLanguage: currentLanguage(),
  redirectedFromOrigin: null,
  silentFailed: false,
  failure: null,
  problem: null,
}
let subject: string | null = null
const listeners = new Set<() => void>()

export const signInState = (): SignInState => state

export function changeSignInState(change: Partial<SignInState>): void {
  state = { ...state, ...change }
  for (const listener of listeners) listener()
}

export function subscribeSignInState(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useSignInState = (): SignInState => useSyncExternalStore(subscribeSignInState, signInState)

let configuration: SignInConfiguration | null = null
let client: Promise<SignInClient> | null = null

/** How sign-in is set up; null until `setUpSignIn` has succeeded. */
export const signInConfiguration = () => configuration

/** Reads the configuration of this installation, once. */
export async function setUpSignIn(): Promise<SignInConfiguration> {
  configuration ??= await sendRequest(getSignInConfiguration, {})
  return configuration
}

async function loadClient(): Promise<SignInClient> {
  const [{ createSignInClient }, found] = await Promise.all([import('./sign-in-client.ts'), setUpSignIn()])
  return createSignInClient(found)
}

/** The sign-in library, loaded when it is first needed. */
async function signInClient(): Promise<SignInClient> {
  client ??= loadClient()
  try {
    return await client
  } catch (error) {
    client = null
    throw error
  }
}

function keepTokens(session: SignInSession): void {
  if (subject && subject !== session.subject) location.reload()
  subject = session.subject
  changeSignInState({ authed: true, silentFailed: false, jwt: session.idToken, accessToken: session.accessToken, expires: session.expires })
}

/** Where an installation without a provider is set up; no sign-in is needed there. */
export const setUpPath = '/set-up'

/** Completes a pending redirect or signs in silently. Gives where the user was going, if a redirect was completed. Throws `SignInError`. */
export async function signInAtStart(): Promise<{ returnTo: string | undefined } | null> {
  changeSignInState({ ready: false })
  const isCallback = location.pathname === callbackPath
  if (wasSessionEnded() && !isCallback) throw new SignInError('session_ended', 'The session was ended elsewhere')
  const { needsSetUp } = await setUpSignIn()
  if (!isCallback && (needsSetUp || location.pathname === setUpPath)) throw new SignInError('not_signed_in', 'No one signs in here')
  const stored = isCallback ? null : readStoredTokens(await setUpSignIn(), tokenStorage(), Date.now())
  if (stored) {
    keepTokens(stored)
    return null
  }
  const signIn = await signInClient()
  const completed = isCallback ? await signIn.completeRedirect() : null
  keepTokens(completed?.session ?? (await signIn.silent()))
  return isCallback ? { returnTo: completed?.returnTo } : null
}

/** Whatever went wrong on the way in, the user is signed out and asked to sign in. `what` is its name in the error catalogue. */
export function noteSignInFailure(what: string, error: unknown): void {
  noteFailure(what, error)
  const returnTo = error instanceof SignInError ? error.returnTo : undefined
  changeSignInState({
    ...signedOut,
    initiated: true,
    silentFailed: isSilentFailure(error),
    problem: problemOf(error),
    failure: { error, isAnswer: location.pathname === callbackPath },
    ...(returnTo ? { redirectedFromOrigin: returnTo } : {}),
  })
}

const currentPath = () => returnPathAfter(location.pathname + location.search, state.redirectedFromOrigin)

const withoutToken = () => new Error('Could not acquire auth token')

/** A token that will live long enough for one call. */
export async function liveAccessToken(): Promise<string> {
  const { accessToken, expires } = state
  if (!accessToken || !expires) throw withoutToken()
  return expires * 1000 > Date.now() ? accessToken : renewAccessToken(accessToken)
}

/** A token for another service than Vakt's own, from the same provider. */
export async function acquireTokenFor(scope: string): Promise<string> {
  return (await signInClient()).acquireTokenFor(scope)
}

/** Replaces a token that has expired or was refused, unless that has happened already. */
export async function renewAccessToken(spent: string): Promise<string> {
  if (state.accessToken && state.accessToken !== spent) return state.accessToken
  if (!state.authed) throw withoutToken()
  try {
    const signIn = await signInClient()
    const session = await signIn.silent({ force: true })
    // Signed out meanwhile, by another call that was refused or by another tab: what came late must not bring the user back.
    if (state.authed) keepTokens(session)
    else await signIn.clear()
  } catch (error) {
    if (!state.authed) throw error
    if (!(error instanceof SignInError) || error.code === 'network') {
      throw new ApiError(0, { errors: [], requestId: '' }, { cause: error })
    }
    noteFailure('sessionInvalidError', error)
    changeSignInState({ ...signedOut, silentFailed: true, redirectedFromOrigin: currentPath() })
    throw error
  }
  if (!state.accessToken) throw withoutToken()
  return state.accessToken
}

/** The server refuses even a fresh token: signed out here, to come back to the current path. */
export function noteTokenRefused(error: unknown): void {
  // Of several requests that are refused the first has done it: by now a sign-in may be under way.
  if (!state.authed) return
  noteFailure('sessionExpiredError', error)
  changeSignInState({ ...signedOut, failure: { error, isAnswer: false }, redirectedFromOrigin: currentPath() })
  void signInClient().then((signIn) => signIn.clear())
}

const endedKey = `${storagePrefix}session-ended`

/** Whether this tab was signed out because its session was ended somewhere else. Then only its user signs in again, and nothing silently. */
export const wasSessionEnded = () => sessionStorage.getItem(endedKey) !== null

/** Another tab leaves for the provider, and this one with it. */
async function followOut(): Promise<void> {
  const reason = await reasonOfLeaving()
  changeSignInState({ ...signedOut, redirectedFromOrigin: currentPath() })
  // What the screens of this tab wrote down after the other tab had forgotten it.
  forgetThisBrowser(reason ? [localStorage, sessionStorage] : [sessionStorage])
  if (reason === 'session-ended') sessionStorage.setItem(endedKey, '1')
}

async function leaveEndedSession(): Promise<void> {
  const isSigningOut = (await reasonOfLeaving()) === 'sign-out'
  if (isSigningOut || !(await takeLeave('session-ended'))) return followOut()
  forgetThisBrowser()
  sessionStorage.setItem(endedKey, '1')
  await leaveForProvider()
}

let isEnding = false

/** The user ended this session, here in another tab or in another browser: signed out here, and at the provider too. */
export function noteSessionEnded(): void {
  if (isEnding || isLeaving || !state.authed) return
  isEnding = true
  void leaveEndedSession().finally(() => {
    isEnding = false
  })
}

/** Leaves for the provider's page. */
export async function signIn(returnTo: string): Promise<void> {
  try {
    sessionStorage.removeItem(endedKey)
    await (await signInClient()).signIn(returnTo)
  } catch (error) {
    noteFailure('sign-in', error)
    changeSignInState({ problem: problemOf(error) ?? problemOf(new SignInError('network', String(error))) })
  }
}

let isLeaving = false

async function leaveForProvider(sayGoodbye?: (accessToken: string) => Promise<void>): Promise<void> {
  isLeaving = true
  const { accessToken } = state
  changeSignInState({ ready: false })
  try {
    if (accessToken) await sayGoodbye?.(accessToken)
    await (await signInClient()).signOut()
  } catch (error) {
    noteFailure('sign-out', error)
    await signInClient().then(
      (signIn) => signIn.clear(),
      () => {},
    )
    location.replace('/')
  } finally {
    isLeaving = false
    changeSignInState({ ...signedOut, redirectedFromOrigin: null })
  }
}

/** Signs out, here and at the provider. Before that `sayGoodbye` is given the last token, while no screen calls the server any more. */
export async function leave(sayGoodbye: (accessToken: string) => Promise<void>): Promise<void> {
  if (isLeaving) return
  if (await takeLeave('sign-out')) await leaveForProvider(sayGoodbye)
}

/** Another tab signed out, or signed in as someone else. */
export function followOtherTabs(): void {
  addEventListener('storage', ({ key, newValue }) => {
    if (!key?.startsWith(userKeyStart) || !state.authed) return
    if (newValue === null) void followOut()
    else if (subjectOf(newValue) !== subject) location.reload()
  })
}
