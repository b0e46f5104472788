import { noteEvent } from '#server/features/events/note-event.ts'
import type { TicketOfIncident } from '#server/features/incidents/incident-followers.ts'
import { type IncidentEvent, incidentHandling } from '#server/features/incidents/incident-handling.ts'
import { followServiceLevels } from '#server/features/service-levels/follow-service-levels.ts'
import { type Context, nameOfActor } from '#server/platform/context.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { announce } from '#server/platform/live/announce.ts'
import { findIncidentOfTicket } from './incident-ticket-table.ts'
import { insertChanges, touchTicket, updateStatus } from './ticket-change-table.ts'

/** Locks the incident of a ticket. Call it before the ticket is locked: anyone who locks both takes the incident first. */
export async function lockIncidentOfTicket(transaction: Transaction, customerId: string, ticketId: string): Promise<string | null> {
  const incidentId = await findIncidentOfTicket(transaction, customerId, ticketId)
  if (incidentId !== null) await incidentHandling.lock(transaction, customerId, incidentId)
  return incidentId
}

/** Staff who acknowledge the incident take up its new ticket. One that is not new stays as it is. */
export async function takeUpTicket(
  transaction: Transaction,
  context: Context,
  customerId: string,
  { ticketId, status }: Pick<TicketOfIncident, 'ticketId' | 'status'>,
): Promise<void> {
  if (status !== 'new') return
  const { actor, now } = context
  const change = { before: status, after: 'in_progress' } as const
  await updateStatus(transaction, customerId, ticketId, change.after)
  await insertChanges(transaction, customerId, { ticketId, changes: [{ field: 'status', ...change }], actor, now })
  await touchTicket(transaction, customerId, { ticketId, actor, now })
  await followServiceLevels(transaction, customerId, [ticketId], now)
  await noteEvent(
    transaction,
    { customerId, actor, now },
    { topic: 'ticket', kind: 'status_changed', subjectId: ticketId, details: change },
  )
  announce(transaction, { type: 'ticket.changed', customerId, ticketId })
}

/** Staff who take up a ticket acknowledge its open incident. The incident must be locked. */
export async function acknowledgeIncident(
  transaction: Transaction,
  context: Context,
  customerId: string,
  incidentId: string,
): Promise<void> {
  const incident = await incidentHandling.lock(transaction, customerId, incidentId)
  if (incident?.state !== 'open') return
  const { actor, isStaff, now } = context
  const assignee = incident.assigneeId ? { userId: incident.assigneeId, name: incident.assignee ?? '' } : null
  const change = { state: 'acknowledged', acknowledgedBy: nameOfActor(actor), assignee, resolvedBy: null } as const
  await incidentHandling.update(transaction, customerId, { incidentId, change, now })
  const events: IncidentEvent[] = [{ kind: 'acknowledged' }]
  await incidentHandling.addEvents(transaction, customerId, { incidentId, events, actor, isStaff, now })
  announce(transaction, { type: 'incident.changed', customerId, incidentIds: [incidentId] })
}
