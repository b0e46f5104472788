import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

const timeoutMs = 5_000

/** Waits for an element of the new screen, which may still be loading; gives up when the user moves on. */
function focusWhenThere(find: () => HTMLElement | null, options: FocusOptions): () => void {
  const start = document.activeElement
  const observer = new MutationObserver(attempt)
  const timer = setTimeout(stop, timeoutMs)
  // To be focused an element must be laid out, which the frame does anyway.
  const frame = requestAnimationFrame(() => {
    observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['style'] })
    attempt()
  })

  function stop() {
    cancelAnimationFrame(frame)
    observer.disconnect()
    clearTimeout(timer)
  }

  function attempt() {
    const focused = document.activeElement
    const userMoved = (focused !== start && focused !== document.body) || Boolean(focused?.closest('[aria-modal="true"], dialog[open]'))
    const found = userMoved ? null : find()
    // While a screen is on its way, React keeps the one before it in the document, hidden.
    const element = found?.checkVisibility() ? found : null
    if (!element && !userMoved) return
    stop()
    if (!element) return
    if (element.tabIndex < 0) element.tabIndex = -1
    element.focus(options)
  }

  return stop
}

const heading = () => document.querySelector<HTMLElement>('#content h1')

/**
 * After going to another page its heading has the focus; after going back, the link that led away, so that the keyboard continues
 * where it was.
 */
export function usePageFocus(): void {
  const router = useRouter()
  useEffect(() => {
    const leftBy = new Map<string, string>()
    let stopWaiting = () => {}
    const stopLeaving = router.subscribe('onBeforeNavigate', ({ fromLocation }) => {
      const href = (document.activeElement as HTMLElement | null)?.closest('a')?.getAttribute('href')
      const key = fromLocation?.state.__TSR_key
      if (key && href) leftBy.set(key, href)
    })
    const stopArriving = router.subscribe('onResolved', ({ fromLocation, toLocation, pathChanged }) => {
      if (!fromLocation || !pathChanged) return
      stopWaiting()
      const href = leftBy.get(toLocation.state.__TSR_key ?? '')
      leftBy.delete(toLocation.state.__TSR_key ?? '')
      const link = () => document.querySelector<HTMLElement>(`#content a[href="${CSS.escape(href ?? '')}"]`)
      stopWaiting = href ? focusWhenThere(link, { preventScroll: true }) : focusWhenThere(heading, { preventScroll: true })
    })
    return () => {
      stopWaiting()
      stopLeaving()
      stopArriving()
    }
  }, [router])
}
