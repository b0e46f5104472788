import { useEffect } from 'react'
import { focusHeading } from '#web/ui/page/focus-heading.ts'

/** So long whatever takes an element away may itself give the focus to another, as lists and dialogs do when they close. */
const waitInMilliseconds = 100

/** When what had the focus is taken away, as a button by its own press, the heading has it: the next key must not begin at the top of the page. */
export function useLostFocus(): void {
  useEffect(() => {
    let held: { element: Element; path: string } | null = null
    let timer: ReturnType<typeof setTimeout> | undefined
    const isLost = () => held !== null && !held.element.isConnected && document.activeElement === document.body
    function rescue() {
      timer = undefined
      // Going elsewhere is the business of the screen that comes, and what lies over the page keeps it.
      if (isLost() && held?.path === location.pathname && !document.querySelector('[aria-modal="true"], dialog[open]')) focusHeading()
    }
    const observer = new MutationObserver(() => {
      if (!timer && isLost()) timer = setTimeout(rescue, waitInMilliseconds)
    })
    function hold({ target }: FocusEvent) {
      held = { element: target as Element, path: location.pathname }
    }
    // Someone who has left it, by a click beside it, has lost nothing.
    function leave({ target }: FocusEvent) {
      queueMicrotask(() => {
        if (held?.element === target && held.element.isConnected) held = null
      })
    }
    observer.observe(document.body, { childList: true, subtree: true })
    document.addEventListener('focusin', hold)
    document.addEventListener('focusout', leave)
    return () => {
      clearTimeout(timer)
      observer.disconnect()
      document.removeEventListener('focusin', hold)
      document.removeEventListener('focusout', leave)
    }
  }, [])
}
