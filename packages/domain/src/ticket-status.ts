import type { TicketStatus } from '@vakt/contract/tickets/tickets.ts'

/** On whose behalf a status changes: a person of the customer, the provider's staff, or Vakt itself (automation, monitoring). */
export type Changer = 'customer' | 'staff' | 'system'

/** Closed is the end: what comes after is a new ticket that links to it. */
const ofTheProvider: Record<TicketStatus, readonly TicketStatus[]> = {
  new: ['in_progress', 'waiting_for_customer', 'resolved', 'closed'],
  in_progress: ['waiting_for_customer', 'resolved', 'closed'],
  waiting_for_customer: ['in_progress', 'resolved', 'closed'],
  resolved: ['in_progress', 'closed'],
  closed: [],
}

/** A customer says that it is done, that it is not, or that the answer has come; who works on it is the provider's to say. */
const ofTheCustomer: Record<TicketStatus, readonly TicketStatus[]> = {
  new: ['resolved', 'closed'],
  in_progress: ['resolved', 'closed'],
  waiting_for_customer: ['in_progress', 'resolved', 'closed'],
  resolved: ['in_progress', 'closed'],
  closed: [],
}

/** The statuses that this one may give a ticket next. */
export const nextStatuses = (status: TicketStatus, by: Changer = 'staff'): readonly TicketStatus[] =>
  (by === 'customer' ? ofTheCustomer : ofTheProvider)[status]

export const isOpen = (status: TicketStatus) => status !== 'resolved' && status !== 'closed'

export type StatusDecision =
  | { status: TicketStatus }
  | { refused: 'comment_required' | 'closed' | 'unchanged' | 'not_possible' | 'not_yours' }

/** What someone does to a ticket: a comment, or a comment with the status that it explains. */
export type StatusWish = { from: TicketStatus; to?: TicketStatus; by: Changer; comment: string; isPrivate?: boolean }

/** The one rule of how a ticket's status changes, the same for the portal, the API and automation: gives the status that it has afterwards. */
export function decideStatus({ from, to, by, comment, isPrivate = false }: StatusWish): StatusDecision {
  if (comment.trim() === '') return { refused: 'comment_required' }
  if (from === 'closed') return { refused: 'closed' }
  if (to === undefined) return { status: from === 'resolved' && by === 'customer' && !isPrivate ? 'in_progress' : from }
  if (to === from) return { refused: 'unchanged' }
  if (!nextStatuses(from, 'staff').includes(to)) return { refused: 'not_possible' }
  return nextStatuses(from, by).includes(to) ? { status: to } : { refused: 'not_yours' }
}
