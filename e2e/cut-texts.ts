import type { Page } from '@playwright/test'

/** Each text, once for the element that cuts it, with what cuts it. */
function measure(): string[] {
  const tolerance = 1
  const hiddenWithin = 2
  const cut = new Map<string, string>()
  const nameOf = (element: Element) => `${element.localName}.${[...element.classList].join('.')}`
  const note = (element: Element, text: string, by: string) => {
    const place = nameOf(element)
    if (!cut.has(place)) cut.set(place, `${place} cuts "${text.trim().slice(0, 60)}" ${by}`)
  }

  /** What cuts a part of the text: the nearest ancestor that hides what is beyond it. What can be scrolled to is not cut. */
  function judge(node: Text, rects: DOMRect[]): void {
    let [checksX, checksY] = [true, true]
    for (let around = node.parentElement; around && around !== document.body && (checksX || checksY); around = around.parentElement) {
      const { overflowX, overflowY, clipPath, clip, position } = getComputedStyle(around)
      const box = around.getBoundingClientRect()
      const clips = overflowX !== 'visible' || overflowY !== 'visible'
      const isTiny = around.clientWidth <= hiddenWithin || around.clientHeight <= hiddenWithin
      if ((clips && isTiny) || clipPath !== 'none' || (clip !== 'auto' && position === 'absolute')) return
      const [left, top] = [box.left + around.clientLeft, box.top + around.clientTop]
      const [right, bottom] = [left + around.clientWidth, top + around.clientHeight]
      if (checksX && overflowX !== 'visible') {
        checksX = false
        const beyond = Math.max(...rects.map((rect) => Math.max(rect.right - right, left - rect.left)))
        if ((overflowX === 'hidden' || overflowX === 'clip') && beyond > tolerance) note(around, node.data, `by ${Math.round(beyond)} px`)
      }
      if (checksY && overflowY !== 'visible') {
        checksY = false
        // Half a line, since letters are shorter than their lines.
        const beyond = Math.max(...rects.map((rect) => Math.max(rect.bottom - bottom, top - rect.top) - rect.height / 2))
        if ((overflowY === 'hidden' || overflowY === 'clip') && beyond > 0) note(around, node.data, 'below its last line')
      }
      if (position === 'fixed') return
    }
  }

  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const range = document.createRange()
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement
    if (!element || !(node as Text).data.trim() || element.closest('[data-excerpt], [data-bar]')) continue
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
    range.selectNodeContents(node)
    const rects = [...range.getClientRects()].filter(({ width, height }) => width > 0 && height > 0)
    if (rects.length > 0) judge(node as Text, rects)
  }

  const paper = document.createElement('canvas').getContext('2d')
  for (const field of document.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input, select')) {
    if (!field.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
    const chosen = field instanceof HTMLSelectElement
    if (!chosen && !field.readOnly) continue
    const text = chosen ? (field.selectedOptions[0]?.label ?? '') : field.value || field.placeholder
    const { font, paddingLeft, paddingRight } = getComputedStyle(field)
    if (paper) paper.font = font
    const room = field.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
    const beyond = (paper?.measureText(text).width ?? 0) - room
    if (room > hiddenWithin && beyond > tolerance) note(field, text, `by ${Math.round(beyond)} px`)
  }
  return [...cut.values()]
}

/**
 * Texts on the page as it stands that are wider or taller than what they stand in, which hides the rest; one line for each place. What people wrote,
 * and the value of a property, may be shown in part (`data-excerpt`) where that leads to the whole; the label of a bar is in its card and table.
 */
export const findCutTexts = (page: Page): Promise<string[]> => page.evaluate(measure)
