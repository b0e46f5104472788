import { type Language, languageOf } from '@vakt/contract/users/session.ts'
import { createContext, useContext, useSyncExternalStore } from 'react'

const storageKey = 'vakt.language'
const listeners = new Set<() => void>()

function readLanguage(): Language {
  if (typeof localStorage === 'undefined') return 'en'
  return languageOf(localStorage.getItem(storageKey) ?? navigator.language)
}

let language: Language = readLanguage()

export const currentLanguage = (): Language => language

/** Switches the language of the interface here and now; `chooseLanguage` of the session also saves it for the user. */
export function setLanguage(wanted: string): void {
  language = languageOf(wanted)
  localStorage.setItem(storageKey, language)
  document.documentElement.lang = language
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Followed once, around everything that is drawn: each word on the screen asks for it. */
export const LanguageContext = createContext<Language>(language)

/** For anyone who gives the rest the `LanguageContext`. */
export const useFollowedLanguage = (): Language => useSyncExternalStore(subscribe, currentLanguage)

export const useLanguage = (): Language => useContext(LanguageContext)
