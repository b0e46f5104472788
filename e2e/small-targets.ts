import type { Page } from '@playwright/test'

function measure(least: number): string[] {
  const small = new Map<string, string>()
  const controls =
    'a[href], button, input, select, textarea, summary, [role="button"], [role="checkbox"], [role="radio"], [role="switch"], [role="tab"], [role="menuitem"], [role="option"]'
  type Box = { left: number; top: number; right: number; bottom: number }
  const join = (one: Box, other: Box): Box => ({
    left: Math.min(one.left, other.left),
    top: Math.min(one.top, other.top),
    right: Math.max(one.right, other.right),
    bottom: Math.max(one.bottom, other.bottom),
  })

  /** A part that a style sheet adds, such as one that lies over the whole row. */
  function addedBox(element: Element, pseudo: '::before' | '::after'): Box | null {
    const { content, position, display, top, left, width, height, pointerEvents } = getComputedStyle(element, pseudo)
    if (content === 'none' || content === 'normal' || position !== 'absolute' || display === 'none' || pointerEvents === 'none') return null
    let around: Element | null = element
    while (around && getComputedStyle(around).position === 'static') around = around.parentElement
    if (!around) return null
    const box = around.getBoundingClientRect()
    const [x, y] = [box.left + around.clientLeft + Number.parseFloat(left), box.top + around.clientTop + Number.parseFloat(top)]
    return { left: x, top: y, right: x + Number.parseFloat(width), bottom: y + Number.parseFloat(height) }
  }

  /** A link that is words alone, whose height is that of its lines. */
  function isWords(element: Element): boolean {
    const { backgroundColor, borderTopWidth, paddingTop } = getComputedStyle(element)
    return element.matches('a') && backgroundColor === 'rgba(0, 0, 0, 0)' && [borderTopWidth, paddingTop].every((width) => width === '0px')
  }

  /** Kept for assistive technology alone, or outside the page until it has the focus. */
  function isOutOfSight(element: Element): boolean {
    const { right, bottom } = element.getBoundingClientRect()
    if (right + scrollX <= 0 || bottom + scrollY <= 0) return true
    for (let around: Element | null = element; around && around !== document.body; around = around.parentElement) {
      const { overflowX, clipPath } = getComputedStyle(around)
      const { width, height } = around.getBoundingClientRect()
      if (clipPath !== 'none' || (overflowX !== 'visible' && (width <= 2 || height <= 2))) return true
    }
    return false
  }

  for (const element of document.querySelectorAll<HTMLElement>(controls)) {
    if (!element.checkVisibility({ visibilityProperty: true })) continue
    if (element.matches('[type="hidden"]') || element.closest('[inert], [aria-hidden="true"]')) continue
    const own = element.getBoundingClientRect()
    const labels = [...((element as HTMLInputElement).labels ?? [])]
    const isMark = element.matches('[type="checkbox"], [type="radio"], [type="file"], [role="switch"]')
    if ((own.width <= 2 || own.height <= 2) && labels.length === 0) continue
    // What a chart shows stands in its table, too.
    if (element.closest('figure') || isWords(element) || (labels.length === 0 && isOutOfSight(element))) continue
    const added = [addedBox(element, '::before'), addedBox(element, '::after')].filter((box) => box !== null)
    const hit = [...added, ...(isMark ? labels.map((label) => label.getBoundingClientRect()) : [])].reduce<Box>(join, own)
    const [width, height] = [hit.right - hit.left, hit.bottom - hit.top]
    if (width >= least && height >= least) continue
    const place = `${element.localName}.${[...element.classList].join('.')}`
    const name = (element.getAttribute('aria-label') || element.textContent || labels[0]?.textContent || '').trim().slice(0, 40)
    if (!small.has(place)) small.set(place, `${place} "${name}" is ${Math.round(width)} × ${Math.round(height)} px`)
  }
  return [...small.values()]
}

/** Half a pixel less than 44, since boxes end between pixels. */
const leastTarget = 43.5

/** What can be tapped and is smaller than a finger. Links that are words alone are left out. One line for each place. */
export const findSmallTargets = (page: Page): Promise<string[]> => page.evaluate(measure, leastTarget)
