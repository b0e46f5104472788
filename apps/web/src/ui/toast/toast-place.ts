import styles from './toast-place.module.css'

const modal = 'dialog:modal, [aria-modal="true"]'

/** All but the uppermost modal dialog is out of reach, whatever is drawn above it: toasts belong into that dialog. */
function findParent(): Element {
  const withFocus = document.activeElement?.closest(modal)
  if (withFocus?.checkVisibility()) return withFocus
  const open = [...document.querySelectorAll(modal)].filter((element) => element.checkVisibility())
  return open.findLast((element) => element.matches('dialog')) ?? open.at(-1) ?? document.body
}

/** An element in the top layer of the document that follows the uppermost dialog; and what stops it. */
export function makeToastPlace(): { place: HTMLElement; stop: () => void } {
  const place = document.createElement('div')
  place.className = styles.place ?? ''
  place.popover = 'manual'
  const observer = new MutationObserver(follow)

  function follow() {
    const parent = findParent()
    if (place.parentNode === parent) return
    parent.append(place)
    place.showPopover()
    // A dialog that is hidden or gone, and the element with it, tells no one.
    observer.disconnect()
    if (parent !== document.body) observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['open', 'style'] })
  }

  const leaving = new AbortController()
  for (const sign of ['toggle', 'focusin'] as const) document.addEventListener(sign, follow, { capture: true, signal: leaving.signal })
  follow()
  return {
    place,
    stop() {
      leaving.abort()
      observer.disconnect()
      place.remove()
    },
  }
}
