import { commentOn } from '#server/features/tickets/add-ticket-comment.ts'
import { setFacts } from '#server/features/tickets/change-ticket-facts.ts'
import { type TicketOfIncident, takeUpTicket } from '#server/features/tickets/ticket-of-incident.ts'
import type { Context } from '#server/platform/context.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import type { Person } from './handle-incident.ts'

export type TicketHandling = {
  ticket: TicketOfIncident
  /** Staff acknowledged the incident. A customer who does stops no clock of the provider's. */
  isTakenUp: boolean
  /** Undefined: stays. */
  assignee: Person | null | undefined
  note: string
}

/** Does to a locked ticket what was done to its incident; returns what changed, in the words of the audit log. */
export async function handleTicket(
  transaction: Transaction,
  context: Context,
  customerId: string,
  { ticket, isTakenUp, assignee, note }: TicketHandling,
): Promise<string[]> {
  const { ticketId } = ticket
  const done: string[] = []
  if (assignee !== undefined && (assignee?.userId ?? null) !== ticket.assigneeId) {
    const person = assignee && { ...assignee, email: null, isStaff: context.isStaff }
    const wanted = { assigneeId: assignee?.userId ?? null }
    await setFacts(transaction, context, customerId, { ticketId, ticket, wanted, assignee: person, requester: null })
    done.push(assignee ? 'assigned' : 'unassigned')
  }
  if (isTakenUp && context.isStaff) await takeUpTicket(transaction, context, customerId, ticket)
  if (note !== '') {
    const comment = { body: note, private: context.isStaff, mentions: [] }
    await commentOn(transaction, context, customerId, { ticketId, ticket, comment })
    done.push('noted')
  }
  return done
}
