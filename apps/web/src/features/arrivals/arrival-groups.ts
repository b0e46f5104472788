import type { Arrival } from './arrival-batch.ts'

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
