import { useSyncExternalStore } from 'react'

export type ColorScheme = 'light' | 'dark' | 'auto'

const key = 'vakt.color-scheme'
const prefersDark = matchMedia('(prefers-color-scheme: dark)')
const listeners = new Set<() => void>()
let isPrinting = false

function chosen(): ColorScheme {
  const kept = localStorage.getItem(key)
  return kept === 'light' || kept === 'dark' ? kept : 'auto'
}

/** Paper is white: the colours of the dark theme are too light for it. */
function shown(): 'light' | 'dark' {
  if (isPrinting) return 'light'
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

function setPrinting(next: boolean) {
  isPrinting = next
  show()
}

/** Follows the system until the user chooses, what is chosen in another tab, and printing. */
export function followColorScheme(): void {
  addEventListener('beforeprint', () => setPrinting(true))
  addEventListener('afterprint', () => setPrinting(false))
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
