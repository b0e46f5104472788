import { type Customer, getCustomer } from '@vakt/contract/customers/customers.ts'
import type { Access, FeatureKey } from '@vakt/contract/features.ts'
import {
  languageOf,
  openUserContext,
  readUserContext,
  removePhoto,
  type StartPage,
  savePhoto,
  saveUserContext,
  type UserContext,
} from '@vakt/contract/users/session.ts'
import { endOwnSession } from '@vakt/contract/users/user-sessions.ts'
import { canAccess, featuresAnywhere, featuresOf, withinResourceLimit } from '@vakt/domain/access.ts'
import { useSyncExternalStore } from 'react'
import { ApiError, call } from './api.ts'
import { forgetThisBrowser } from './forget-this-browser.ts'
import { setLanguage } from './language.ts'
import { noteFailure } from './note-failure.ts'
import { queryClient } from './query.ts'
import { sendRequest } from './request.ts'
import {
  acquireTokenFor,
  changeSignInState,
  leave,
  liveAccessToken,
  noteSignInFailure,
  signInAtStart,
  signInConfiguration,
  signInState,
} from './sign-in-state.ts'
import { callbackPath } from './stored-tokens.ts'
import { setChosenTimeZone } from './time-zone.ts'
import { endViewing, stopViewing, viewedUser } from './view-as.ts'

export type Session = {
  user: UserContext
  /** The user's own customer. */
  customer: Customer
  features: ReadonlySet<FeatureKey>
  /** Those at their own customer; staff may do more, or only something, at others. */
  featuresAtOwn: ReadonlySet<FeatureKey>
  can(access: Access): boolean
}

let session: Session | null = null
const listeners = new Set<() => void>()

function keepSession(next: Session | null): void {
  session = next
  setChosenTimeZone(next?.user.time_zone ?? null)
  for (const listener of listeners) listener()
}

function keepUser(user: UserContext): void {
  if (session) keepSession({ ...session, user })
}

/** Null until the application is ready. */
export const currentSession = (): Session | null => session

const isGone = (error: unknown) => error instanceof ApiError && (error.status === 403 || error.status === 404)

/** Whom no one can see as any more, because they were disabled say, is left. */
async function readViewedContext(): Promise<UserContext> {
  try {
    return await call(readUserContext, {})
  } catch (error) {
    if (isGone(error)) stopViewing()
    throw error
  }
}

/** Few belong to several customers: what they need is loaded when it is needed. */
const ownCustomers = () => import('./own-customers.ts')

async function openContextAt(address: string | undefined): Promise<UserContext> {
  const user = await call(openUserContext, { body: {} })
  return address && user.customers ? (await ownCustomers()).openNamedCustomer(user, address) : user
}

async function loadSession(address?: string): Promise<Session> {
  const user = viewedUser() ? await readViewedContext() : await openContextAt(address)
  const customer = await call(getCustomer, { params: { customerId: user.customer_id } })
  const holder = { roles: user.permissions, ownRoles: user.own_roles }
  const within = user.resource_limit ? withinResourceLimit : (all: ReadonlySet<FeatureKey>) => all
  const features = within(featuresAnywhere(holder, customer))
  const featuresAtOwn = user.sees_own_customer === false ? new Set<FeatureKey>() : within(featuresOf(holder, customer))
  return { user, customer, features, featuresAtOwn, can: (access) => canAccess({ roles: user.permissions, features }, access) }
}

/**
 * Signs in, silently or by completing a redirect, and loads who that is. `goTo` is told where a completed redirect was headed.
 * Every failure leaves the user signed out.
 */
export async function startSession(goTo: (returnTo: string | undefined) => void): Promise<void> {
  let step = location.pathname === callbackPath ? 'Login session failed' : 'Silent login failed'
  try {
    const completed = await signInAtStart()
    changeSignInState({ initiated: true })
    step = 'Failed to fetch user context'
    const opened = await loadSession(completed ? completed.returnTo : location.pathname + location.search)
    if (opened.user.preferred_language && !viewedUser()) changeLanguage(opened.user.preferred_language)
    keepSession(opened)
    if (completed) goTo(completed.returnTo)
    changeSignInState({ ready: true, redirectedFromOrigin: null })
    takeDirectoryPhoto(opened.user).catch((error: unknown) => noteFailure('profile photo', error))
  } catch (error) {
    noteSignInFailure(step, error)
  }
}

/** Loads the user and what they may do again, for when that has changed. */
export async function refreshSession(): Promise<void> {
  if (!signInState().ready) return
  const known = session?.user
  const loaded = await loadSession()
  // They changed something of themselves meanwhile, which may not be in it yet.
  if (session?.user !== known) return refreshSession()
  // Another customer was chosen in another tab, or this one has ended its part: nothing on the screen is theirs.
  if (session && loaded.user.customer_id !== session.user.customer_id) return (await ownCustomers()).beginAgain()
  keepSession(loaded)
}

/** Switches the language of the interface for this browser, without saving it for the user. */
export function changeLanguage(language: string): void {
  setLanguage(language)
  changeSignInState({ selectedLanguage: languageOf(language) })
}

/** Switches the language and saves the choice for the user, unless it is someone else who looks through their eyes. */
export async function chooseLanguage(language: 'sv' | 'en'): Promise<void> {
  changeLanguage(language)
  if (viewedUser()) return
  keepUser(await call(saveUserContext, { body: { preferred_language: language } }))
}

/** Saves the zone in which times are shown and written in mails; null: that of the customer in mails, and of the browser on the screen. */
export async function chooseTimeZone(timeZone: string | null): Promise<void> {
  keepUser(await call(saveUserContext, { body: { time_zone: timeZone } }))
}

/** Saves where `/` leads. */
export async function chooseStartPage(startPage: StartPage): Promise<void> {
  keepUser(await call(saveUserContext, { body: { start_page: startPage } }))
}

/** Saves whether new incidents are shown on whatever screen is open. */
export async function chooseArrivalToasts(isOn: boolean): Promise<void> {
  keepUser(await call(saveUserContext, { body: { arrival_toasts: isOn } }))
}

const photoAskedKey = 'vakt.photo-asked'

/** Once a visit the directory is asked for its photo of the user; an own one counts before it. */
async function takeDirectoryPhoto(user: UserContext): Promise<void> {
  const directory = signInConfiguration()?.directoryPhoto
  if (!directory || viewedUser() || user.has_own_photo || sessionStorage.getItem(photoAskedKey)) return
  sessionStorage.setItem(photoAskedKey, '1')
  const { fetchDirectoryPhoto } = await import('./directory-photo.ts')
  const accessToken = await (directory.scope ? acquireTokenFor(directory.scope) : liveAccessToken())
  const photo = await fetchDirectoryPhoto(directory.url, accessToken)
  if (photo) keepUser(await call(openUserContext, { body: { profile_photo: photo } }))
}

/** Uploads the photo, or removes it, and shows it at once. Throws `ApiError`. */
export async function changePhoto(dataUrl: string | null): Promise<void> {
  keepUser(await (dataUrl === null ? call(removePhoto, {}) : call(savePhoto, { body: { photo: dataUrl } })))
}

/** The server forgets the session too, so that a token that was copied from this browser is worth nothing. */
async function endHere(accessToken: string): Promise<void> {
  endViewing()
  const ended = sendRequest(endOwnSession, { signal: AbortSignal.timeout(3000) }, accessToken)
  await ended.catch((error: unknown) => noteFailure('sign-out', error))
  forgetThisBrowser()
}

export async function signOut(): Promise<void> {
  queryClient.clear()
  await leave(endHere)
}

export function subscribeSession(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Who is signed in and what they may do; only inside the application that is ready. */
export function useSession(): Session {
  const current = useSyncExternalStore(subscribeSession, currentSession)
  if (!current) throw new Error('No active session found')
  return current
}
