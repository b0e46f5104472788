import type { IncidentTickets, TicketOfIncident } from '#server/features/incidents/incident-followers.ts'
import type { Context } from '#server/platform/context.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { commentOn } from './add-ticket-comment.ts'
import { setFacts } from './change-ticket-facts.ts'
import { setStatus } from './change-ticket-status.ts'
import { findTicketOfIncident, moveTicketOfIncident } from './incident-ticket-table.ts'
import { type LockedTicket, lockTicket } from './ticket-change-table.ts'
import { takeUpTicket } from './ticket-of-incident.ts'

/** Does to a ticket what was done to its incident. */
async function handleTicket(
  transaction: Transaction,
  context: Context,
  customerId: string,
  { ticketId, ticket, isTakenUp, assignee, note }: Parameters<TicketOfIncident['handle']>[0] & { ticketId: string; ticket: LockedTicket },
): Promise<string[]> {
  const { isStaff } = context
  const done: string[] = []
  if (assignee !== undefined && (assignee?.userId ?? null) !== ticket.assigneeId) {
    const person = assignee && { ...assignee, email: null, isStaff }
    const wanted = { assigneeId: assignee?.userId ?? null }
    await setFacts(transaction, context, customerId, { ticketId, ticket, wanted, assignee: person, requester: null })
    done.push(assignee ? 'assigned' : 'unassigned')
  }
  // A customer who acknowledges stops no clock of the provider's.
  if (isTakenUp && isStaff) await takeUpTicket(transaction, context, customerId, { ticketId, status: ticket.status })
  if (note !== '') {
    const comment = { body: note, private: isStaff, mentions: [] }
    await commentOn(transaction, context, customerId, { ticketId, ticket, comment })
    done.push('noted')
  }
  return done
}

const reopenedComment = {
  body: 'The merge was undone: this incident is separate again.',
  private: false,
  mentions: [],
  message: { code: 'incident_unmerged' as const },
}

/** What incidents ask of their tickets. */
export const incidentTickets: IncidentTickets = {
  async lock(transaction, context, customerId, incidentId) {
    const ticketId = await findTicketOfIncident(transaction, customerId, incidentId)
    const ticket = ticketId === null ? undefined : await lockTicket(transaction, customerId, ticketId)
    if (ticketId === null || !ticket) return null
    const { status, assigneeId, assignee } = ticket
    const locked = { ticketId, ticket }
    return {
      ...{ ticketId, status, assigneeId, assignee },
      handle: (handling) => handleTicket(transaction, context, customerId, { ...locked, ...handling }),
      async comment({ body, isPrivate }) {
        const comment = { body, private: isPrivate, mentions: [] }
        await commentOn(transaction, context, customerId, { ...locked, comment })
      },
      async reopen() {
        if (status === 'closed') return
        const comment = { ...reopenedComment, status: 'in_progress' as const }
        if (status === 'resolved') await setStatus(transaction, context, customerId, { ...locked, comment, incidentId: null })
        else await commentOn(transaction, context, customerId, { ...locked, comment: reopenedComment })
      },
    }
  },
  move: moveTicketOfIncident,
}
