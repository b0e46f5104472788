import type { TicketDetails } from '@vakt/contract/tickets/ticket-details.ts'

/** Monitoring's tickets name their source and its rule; those of before its name was kept name the rule alone, or the portal. */
export function requesterOf(
  { source, requester, alertRule }: Pick<TicketDetails, 'source' | 'requester' | 'alertRule'>,
  product: string,
): string {
  if (source === 'person') return requester.name
  const parts = [requester.name === 'Vakt' ? null : requester.name, alertRule].filter(Boolean)
  return parts.join(' · ') || product
}
