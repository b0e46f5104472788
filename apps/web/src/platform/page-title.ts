import { useEffect, useSyncExternalStore } from 'react'

let title: string | null = null
const listeners = new Set<() => void>()

function keepTitle(next: string | null): void {
  title = next
  for (const listener of listeners) listener()
}

/** Names the page in the browser's tab while it is open. The frames of pages do so with their titles. */
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

export const useCurrentPageTitle = (): string | null => useSyncExternalStore(subscribe, () => title)
