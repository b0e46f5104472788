import { useEffect, useSyncExternalStore } from 'react'

let title: string | null = null
const listeners = new Set<() => void>()

function keepTitle(next: string | null): void {
  title = next
  for (const listener of listeners) listener()
}

/** Names the page in the browser's tab while it is open, where its route alone cannot: by the subject of a ticket, say. */
export function usePageTitle(name: string | undefined): void {
  useEffect(() => {
    if (!name) return
    keepTitle(name)
    return () => keepTitle(null)
  }, [name])
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useOwnPageTitle = (): string | null => useSyncExternalStore(subscribe, () => title)
