import { type NewEvent, noteEvent } from '#server/features/events/note-event.ts'
import type { EndReason, FollowerNote } from '#server/features/incidents/incident-followers.ts'
import { followServiceLevels } from '#server/features/service-levels/follow-service-levels.ts'
import type { Context } from '#server/platform/context.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { announceTickets } from '#server/platform/live/announce.ts'
import { lockTicketsOfIncidents, type TicketOfIncident, writeClearedNotes } from './incident-ticket-table.ts'
import type { SystemMessage } from './ticket-change-table.ts'

/** What a person said, or a text of Vakt's own that every reader gets in their language. */
type Said = { body: string; message?: SystemMessage }

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

/** The comment that says why. */
function saidFor(reason: EndReason, ticketOf: ReadonlyMap<string, TicketOfIncident>): Said {
  if ('note' in reason) return { body: `${reason.by}: ${reason.note}` }
  if ('boundInto' in reason)
    return { body: 'This goes on in the incident that was open on the same resource.', message: { code: 'incident_bound' } }
  const ticketId = ticketOf.get(reason.mergedInto)?.ticketId ?? ''
  return { body: `Merged into another incident. This goes on in ticket #${ticketId}.`, message: { code: 'incident_merged', ticketId } }
}

/** Tells the tickets of incidents that ended: one that no one touched is resolved, one that someone took up only gets the comment. */
export async function settleIncidentTickets(
  transaction: Transaction,
  context: Context,
  customerId: string,
  ended: readonly { incidentId: string; reason: EndReason | null }[],
): Promise<FollowerNote[]> {
  if (ended.length === 0) return []
  const reasons = new Map(ended.map(({ incidentId, reason }) => [incidentId, reason]))
  const others = ended.flatMap(({ reason }) => (reason && 'mergedInto' in reason ? reason.mergedInto : []))
  // All at once, which locks them in the order of their ids.
  const locked = await lockTicketsOfIncidents(transaction, customerId, [...reasons.keys(), ...others])
  const ticketOf = new Map(locked.map((ticket) => [ticket.incidentId, ticket]))
  const tickets = locked.filter(({ incidentId, status }) => reasons.has(incidentId) && status !== 'closed')
  if (tickets.length === 0) return []
  const notes = tickets.map((ticket) => {
    const reason = reasons.get(ticket.incidentId)
    return noteFor(ticket, reason ? saidFor(reason, ticketOf) : null)
  })
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
  return tickets.map(({ incidentId, ticketId }, index) => ({
    incidentId,
    step: notes[index]?.resolvesFrom ? 'ticket-resolved' : 'ticket-commented',
    details: { ticketId },
  }))
}
