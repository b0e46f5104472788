import { useSyncExternalStore } from 'react'

export type ColorScheme = 'light' | 'dark' | 'auto'

const key = 'vakt.color-scheme'
const prefersDark = matchMedia('(prefers-color-scheme: dark)')
const listeners = new Set<() => void>()

function chosen(): ColorScheme {
  const kept = localStorage.getItem(key)
  return kept === 'light' || kept === 'dark' ? kept : 'auto'
}

function shown(): 'light' | 'dark' {
  const scheme = chosen()
  return scheme === 'auto' ? (prefersDark.matches ? 'dark' : 'light') : scheme
}

function show() {
  document.documentElement.setAttribute('data-mantine-color-scheme', shown())
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Follows the system until somebody chooses, and what is chosen in another tab. */
export function followColorScheme(): void {
  prefersDark.addEventListener('change', show)
  addEventListener('storage', (event) => (event.key === key || event.key === null) && show())
  show()
}

export function setColorScheme(scheme: ColorScheme): void {
  localStorage.setItem(key, scheme)
  show()
}

/** What was chosen in this browser. */
export const useColorScheme = (): ColorScheme => useSyncExternalStore(subscribe, chosen)

/** What is to be seen now. */
export const useShownColorScheme = (): 'light' | 'dark' => useSyncExternalStore(subscribe, shown)
