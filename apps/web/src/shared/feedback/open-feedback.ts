import { useSyncExternalStore } from 'react'

let isOpen = false
let opener: Element | null = null
const listeners = new Set<() => void>()

function set(next: boolean): void {
  isOpen = next
  for (const listener of listeners) listener()
}

/** Shows the feedback form over whatever screen is open. */
export function openFeedback(): void {
  opener = document.activeElement
  set(true)
}

/** The focus goes back to where it was. */
export function closeFeedback(): void {
  set(false)
  if (opener instanceof HTMLElement) opener.focus()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useIsFeedbackOpen = (): boolean => useSyncExternalStore(subscribe, () => isOpen)
