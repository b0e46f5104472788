import { titleWithResource } from '@vakt/domain/alert-title.ts'
import { priorityOf } from '@vakt/domain/severity.ts'
import type { FollowerNote, IncidentFollower, IncidentMoments } from '#server/features/incidents/incident-followers.ts'
import { followServiceLevels } from '#server/features/service-levels/follow-service-levels.ts'
import type { Context } from '#server/platform/context.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { announceTickets } from '#server/platform/live/announce.ts'
import { bindTicketsOfIncidents, followIncidentPriorities, writeIncidentSubjects } from './incident-ticket-table.ts'
import { openIncidentTickets, subjectOfIncident } from './open-incident-tickets.ts'
import { settleIncidentTickets } from './settle-incident-tickets.ts'

/**
 * Brings the tickets of open incidents in line with a severity that changed: the priority and its service level rise with it, unless a person
 * set the priority.
 */
async function followSeverities(
  transaction: Transaction,
  { now }: Context,
  customerId: string,
  incidents: readonly IncidentMoments['settled'][],
): Promise<FollowerNote[]> {
  if (incidents.length === 0) return []
  const escalations = incidents.map(({ incidentId, severity }) => ({ incidentId, priority: priorityOf(severity) }))
  const tickets = await followIncidentPriorities(transaction, customerId, escalations, now)
  const raised = tickets.filter(({ wasRaised }) => wasRaised)
  await followServiceLevels(
    transaction,
    customerId,
    raised.map(({ ticketId }) => ticketId),
    now,
  )
  const ticketIds = tickets.map(({ ticketId }) => ticketId)
  if (ticketIds.length > 0) announceTickets(transaction, customerId, ticketIds)
  return raised.map(({ incidentId, ticketId }) => ({ incidentId, step: 'ticket-raised', details: { ticketId } }))
}

/** Incidents open tickets, raise their priority and resolve them. */
export const ticketFollower: IncidentFollower = {
  opened: openIncidentTickets,
  async settled(transaction, context, customerId, incidents) {
    const cleared = incidents.filter(({ wasResolved }) => wasResolved).map(({ incidentId }) => ({ incidentId, reason: null }))
    const changed = incidents.filter(({ wasResolved }) => !wasResolved)
    return [
      ...(await settleIncidentTickets(transaction, context, customerId, cleared)),
      ...(await followSeverities(transaction, context, customerId, changed)),
    ]
  },
  ended: settleIncidentTickets,
  /** Except where a person changed the subject. */
  async renamed(transaction, _, customerId, incidents) {
    const subjects = incidents.map(({ incidentId, title, entityName }) => ({
      incidentId,
      subject: subjectOfIncident(titleWithResource(title, entityName)),
    }))
    const ticketIds = await writeIncidentSubjects(transaction, customerId, subjects)
    if (ticketIds.length > 0) announceTickets(transaction, customerId, ticketIds)
    return []
  },
  async bound(transaction, _, customerId, incidents) {
    await bindTicketsOfIncidents(transaction, customerId, incidents)
    return []
  },
}
