const endings = ['mouseup', 'keyup', 'pointercancel']

/**
 * Runs at once, or where something is pressed, after its click: what appeared meanwhile would move what is pressed, and the click would be lost.
 * A finger that begins to scroll ends it without a click, by `pointercancel`; its `pointerup` would come before the click of a tap.
 */
export function afterPress(run: () => void): void {
  if (!globalThis.document?.querySelector(':active')) {
    run()
    return
  }
  const waiting = new AbortController()
  function end() {
    waiting.abort()
    setTimeout(run)
  }
  for (const ending of endings) addEventListener(ending, end, { signal: waiting.signal })
}
