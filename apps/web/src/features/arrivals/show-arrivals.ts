import { currentLanguage } from '#web/platform/language.ts'
import { showLinkToast } from '#web/ui/toast/link-toast.ts'
import type { Arrival } from './arrival-batch.ts'
import { groupKindOf, listPathOf } from './arrival-groups.ts'
import { arrivalToastTexts } from './arrival-toasts.texts.ts'

/** One toast for all of them. */
export function showArrivals(arrivals: readonly Arrival[]): void {
  const words = arrivalToastTexts[currentLanguage()]
  const [first] = arrivals
  if (first && arrivals.length === 1) showLinkToast(first.sentence, { text: words.open, href: first.path })
  else showLinkToast(words.several[groupKindOf(arrivals)](arrivals.length), { text: words.showAll, href: listPathOf(arrivals) })
}
