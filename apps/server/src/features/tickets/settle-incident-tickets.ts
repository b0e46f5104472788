import { type NewEvent, noteEvent } from '#server/features/events/note-event.ts'
import { followServiceLevels } from '#server/features/service-levels/follow-service-levels.ts'
import type { Context } from '#server/platform/context.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { announceTickets } from '#server/platform/live/announce.ts'
import { lockTicketsOfIncidents, type TicketOfIncident, writeClearedNotes } from './incident-ticket-table.ts'
import type { SystemMessage } from './ticket-change-table.ts'

/** What the end of an incident did to its ticket. */
export type TicketOutcome = { ticketId: string; became: 'resolved' | 'commented' }

/** What a person said, or a text of Vakt's own that every reader gets in their language. */
export type Said = { body: string; message?: SystemMessage }

function noteFor({ ticketId, status, touchedByPerson }: TicketOfIncident, said: Said | null) {
  if (said !== null) {
    const resolvesFrom = touchedByPerson || status === 'resolved' ? null : status
    return { ticketId, resolvesFrom, body: said.body, systemText: null, message: said.message ?? null }
  }
  return touchedByPerson || status === 'resolved'
    ? { ticketId, resolvesFrom: null, body: 'The condition has cleared.', systemText: 'incident_cleared', message: null }
    : {
        ticketId,
        resolvesFrom: status,
        body: 'The condition has cleared, and the ticket with it.',
        systemText: 'incident_cleared_ticket_resolved',
        message: null,
      }
}

/**
 * Tells the tickets of incidents that ended: one that no one touched is resolved, one that someone took up only gets the comment. `said`
 * is the comment where a person ended them.
 */
export async function settleIncidentTickets(
  transaction: Transaction,
  context: Context,
  customerId: string,
  incidentIds: string[],
  said: Said | null = null,
): Promise<Map<string, TicketOutcome>> {
  if (incidentIds.length === 0) return new Map()
  const tickets = (await lockTicketsOfIncidents(transaction, customerId, incidentIds)).filter(({ status }) => status !== 'closed')
  if (tickets.length === 0) return new Map()
  const notes = tickets.map((ticket) => noteFor(ticket, said))
  const commentIds = await writeClearedNotes(transaction, customerId, notes, context.now)
  await noteEvent(
    transaction,
    { customerId, actor: context.actor, now: context.now },
    ...notes.map(({ ticketId, resolvesFrom }): NewEvent => {
      const about = { topic: 'ticket', subjectId: ticketId } as const
      const commentId = commentIds.get(ticketId)
      return resolvesFrom
        ? { ...about, kind: 'status_changed', details: { commentId, before: resolvesFrom, after: 'resolved' } }
        : { ...about, kind: 'commented', details: { commentId } }
    }),
  )
  await followServiceLevels(
    transaction,
    customerId,
    notes.filter(({ resolvesFrom }) => resolvesFrom !== null).map(({ ticketId }) => ticketId),
    context.now,
  )
  announceTickets(
    transaction,
    customerId,
    tickets.map(({ ticketId }) => ticketId),
  )
  return new Map(
    tickets.map(({ incidentId, ticketId }, index) => [
      incidentId,
      { ticketId, became: notes[index]?.resolvesFrom ? 'resolved' : 'commented' },
    ]),
  )
}
