import { currentLanguage } from '#web/platform/language.ts'
import { showLinkToast } from '#web/ui/link-toast.ts'
import type { Arrival } from './arrival-batch.ts'
import { arrivalToastTexts } from './arrival-toasts.texts.ts'

/** What several have in common. */
export function groupKindOf(arrivals: readonly Pick<Arrival, 'kind'>[]): 'opened' | 'worse' | 'tickets' | 'mixed' {
  const tickets = arrivals.filter(({ kind }) => kind === 'ticket').length
  if (tickets > 0) return tickets === arrivals.length ? 'tickets' : 'mixed'
  return arrivals.some(({ kind }) => kind === 'worse') ? 'worse' : 'opened'
}

/** Where several are listed: in the list of their customer, or of all. */
export function listPathOf(arrivals: readonly Pick<Arrival, 'kind' | 'customerId'>[]): string {
  const kind = groupKindOf(arrivals)
  const customers = new Set(arrivals.map(({ customerId }) => customerId))
  const [customerId = ''] = customers
  if (customers.size > 1 || kind === 'mixed') return '/dashboard'
  return `${kind === 'tickets' ? '/tickets' : '/incidents'}/${encodeURIComponent(customerId)}`
}

/** One toast for all of them. */
export function showArrivals(arrivals: readonly Arrival[]): void {
  const words = arrivalToastTexts[currentLanguage()]
  const [first] = arrivals
  if (first && arrivals.length === 1) showLinkToast(first.sentence, { text: words.open, href: first.path })
  else showLinkToast(words.several[groupKindOf(arrivals)](arrivals.length), { text: words.showAll, href: listPathOf(arrivals) })
}
