import { useEffect, useRef } from 'react'

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  !(target instanceof HTMLInputElement && ['checkbox', 'radio'].includes(target.type)) &&
  (target.isContentEditable || target.role === 'combobox' || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName))

/** Whether a key may be a shortcut now: no one is typing, no dialog is open, and no other key is held. */
export const isFreeKey = (event: KeyboardEvent): boolean =>
  !event.defaultPrevented &&
  !event.ctrlKey &&
  !event.metaKey &&
  !event.altKey &&
  !isTyping(event.target) &&
  !document.querySelector('[role="dialog"], [aria-modal="true"], dialog[open]')

/** Single letters that do something while no one is typing and no dialog is open. What answers `false` leaves the key to others. */
export function useShortcuts(shortcuts: Record<string, (() => unknown) | undefined>): void {
  const latest = useRef(shortcuts)
  latest.current = shortcuts
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const run = latest.current[event.key.toLowerCase()]
      if (run && isFreeKey(event) && run() !== false) event.preventDefault()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}
