import { Zap } from 'lucide-react'
import type { PaletteItem } from './palette-item.ts'

const places = '#content [data-acts] :is(button, a[href]):not([aria-label]), #content [data-act]'

/**
 * What can be done to the item that is open: the buttons that its page shows in its head, and those that change a fact. To choose one here presses it
 * there, so that both offer the same to everyone. `data-act` may hold further words that find it.
 */
export function readPageActs(): PaletteItem[] {
  const shown = [...document.querySelectorAll<HTMLElement>(places)].filter(
    (element) => !element.matches(':disabled, [role="menuitem"]') && element.checkVisibility(),
  )
  return shown.flatMap((element, index) => {
    const label = (element.ariaLabel ?? element.textContent ?? '').trim()
    const item = { id: `act:${index}`, group: 'acts', label, keywords: element.dataset.act ?? '', icon: Zap } as const
    return label === '' ? [] : [{ ...item, run: () => element.click() }]
  })
}
