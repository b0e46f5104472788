import type { KeyboardEvent } from 'react'

const focusable = 'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, summary, [tabindex]'

/** For the keys within what lies over the page: Tab goes from its last element to its first, and back. */
export function keepFocusInside(frame: HTMLElement, event: KeyboardEvent) {
  if (event.key !== 'Tab') return
  const stops = [...frame.querySelectorAll<HTMLElement>(focusable)].filter((element) => element.tabIndex >= 0 && element.checkVisibility())
  const [first, last] = [stops[0], stops.at(-1)]
  if (document.activeElement !== (event.shiftKey ? first : last)) return
  event.preventDefault()
  ;(event.shiftKey ? last : first)?.focus()
}
