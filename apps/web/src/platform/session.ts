import { type Customer, getCustomer } from '@vakt/contract/customers.ts'
import type { Access, FeatureKey } from '@vakt/contract/features.ts'
import { openUserContext, saveUserContext, type UserContext } from '@vakt/contract/session.ts'
import { canAccess, featuresOf } from '@vakt/domain/access.ts'
import { useSyncExternalStore } from 'react'
import { call } from './api.ts'
import { forgetThisBrowser } from './forget-this-browser.ts'
import { languageOf, setLanguage } from './language.ts'
import { queryClient } from './query.ts'
import { changeSignInState, leave, noteSignInFailure, signInAtStart, signInState } from './sign-in-state.ts'

export type Session = {
  user: UserContext
  /** The user's own customer. */
  customer: Customer
  features: ReadonlySet<FeatureKey>
  can(access: Access): boolean
}

let session: Session | null = null
const listeners = new Set<() => void>()

function keepSession(next: Session | null): void {
  session = next
  for (const listener of listeners) listener()
}

/** Null until the application is ready. */
export const currentSession = (): Session | null => session

async function loadSession(): Promise<Session> {
  const user = await call(openUserContext, { body: {} })
  const customer = await call(getCustomer, { params: { customerId: user.customer_id } })
  const features = featuresOf({ roles: user.permissions }, customer)
  return { user, customer, features, can: (access) => canAccess({ roles: user.permissions, features }, access) }
}

/**
 * Signs in, silently or by completing a redirect, and loads who that is. `goTo` is told where a completed redirect was headed.
 * Every failure leaves the user signed out.
 */
export async function startSession(goTo: (returnTo: string | undefined) => void): Promise<void> {
  try {
    const completed = await signInAtStart()
    changeSignInState({ initiated: true })
    const opened = await loadSession()
    if (opened.user.preferred_language) changeLanguage(opened.user.preferred_language)
    keepSession(opened)
    if (completed) goTo(completed.returnTo)
    changeSignInState({ ready: true, redirectedFromOrigin: null })
  } catch (error) {
    noteSignInFailure(error)
  }
}

/** Loads the user and what they may do again, for when that has changed. */
export async function refreshSession(): Promise<void> {
  if (!signInState().ready) return
  keepSession(await loadSession())
}

/** Switches the language of the interface for this browser, without saving it for the user. */
export function changeLanguage(language: string): void {
  setLanguage(language)
  changeSignInState({ selectedLanguage: languageOf(language) })
}

/** Switches the language and saves the choice for the user. */
export async function chooseLanguage(language: 'sv' | 'en'): Promise<void> {
  changeLanguage(language)
  const user = await call(saveUserContext, { body: { preferred_language: language } })
  if (session) keepSession({ ...session, user })
}

export async function signOut(): Promise<void> {
  queryClient.clear()
  forgetThisBrowser()
  await leave()
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
