import type { TicketStatus } from '@vakt/contract/tickets.ts'

/** Closed is the end: what comes after is a new ticket that links to it. */
const next: Record<TicketStatus, readonly TicketStatus[]> = {
  new: ['in_progress', 'waiting_for_customer', 'resolved', 'closed'],
  in_progress: ['waiting_for_customer', 'resolved', 'closed'],
  waiting_for_customer: ['in_progress', 'resolved', 'closed'],
  resolved: ['in_progress', 'closed'],
  closed: [],
}

/** The statuses that a ticket may be given next. */
export const nextStatuses = (status: TicketStatus): readonly TicketStatus[] => next[status]

export const isOpen = (status: TicketStatus) => status !== 'resolved' && status !== 'closed'

/** What a comment does to the status: the customer's word on a resolved ticket opens it again. */
export function statusAfterComment(status: TicketStatus, by: { isStaff: boolean }): TicketStatus {
  return status === 'resolved' && !by.isStaff ? 'in_progress' : status
}
