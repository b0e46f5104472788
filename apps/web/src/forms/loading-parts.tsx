import { type RefObject, useLayoutEffect, useRef } from 'react'

/** How many parts that are not there yet each element waits for. */
const waitsFor = new WeakMap<Element, number>()

function hold(element: Element, change: 1 | -1): void {
  const count = (waitsFor.get(element) ?? 0) + change
  waitsFor.set(element, count)
  element.toggleAttribute('data-waits', count > 0)
}

/** Everything in the form that stands after this element, except what has the focus. */
function listFollowing(element: Element): Element[] {
  const following: Element[] = []
  for (let at: Element | null = element; at && at.tagName !== 'FORM'; at = at.parentElement)
    for (let next = at.nextElementSibling; next; next = next.nextElementSibling)
      if (!next.contains(document.activeElement)) following.push(next)
  return following
}

/**
 * While the element is there, what follows it in its form is invisible: it would move away under the pointer, and a click on it would be lost. By
 * hand: with a rule of `:has()` *Save* was at times still invisible when the part had come.
 */
export function useHoldingBack(part: RefObject<Element | null>): void {
  useLayoutEffect(() => {
    const following = part.current?.closest('form') ? listFollowing(part.current) : []
    for (const element of following) hold(element, 1)
    return () => {
      for (const element of following) hold(element, -1)
    }
  }, [part])
}

/** In place of a part of a form until it is loaded: what follows in the form is not shown before, since it would move away under the pointer. */
export function LoadingParts() {
  const part = useRef<HTMLDivElement>(null)
  useHoldingBack(part)
  return <div ref={part} />
}
