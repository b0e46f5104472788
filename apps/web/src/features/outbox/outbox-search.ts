import { type DeliveryState, deliveryStates } from '@vakt/contract/notifications.ts'

/** What the address of the outbox says: the filter, and which mail is open. */
export type OutboxSearch = { q?: string; state?: DeliveryState[]; open?: string }

export function outboxSearch(search: Record<string, unknown>): OutboxSearch {
  const states = [search.state].flat()
  const state = deliveryStates.filter((one) => states.includes(one))
  const q = typeof search.q === 'string' || typeof search.q === 'number' ? String(search.q).slice(0, 200) : ''
  const open = typeof search.open === 'string' ? search.open.slice(0, 40) : ''
  return { ...(q ? { q } : {}), ...(state.length > 0 ? { state } : {}), ...(open ? { open } : {}) }
}
