import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
const browserZone = Intl.DateTimeFormat().resolvedOptions().timeZone
let chosen: string | null = null

/** The zone of this browser. */
export const browserTimeZone = (): string => browserZone

/** The zone in which times are shown: the one that the user chose, else the browser's. */
const currentTimeZone = (): string => chosen ?? browserZone

/** Null: the user has chosen none. */
export function setChosenTimeZone(timeZone: string | null): void {
  if (timeZone === chosen) return
  chosen = timeZone
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useTimeZone = (): string => useSyncExternalStore(subscribe, currentTimeZone)
