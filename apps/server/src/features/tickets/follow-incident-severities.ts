import type { Severity } from '@vakt/contract/severity.ts'
import { priorityOf } from '@vakt/domain/severity.ts'
import { followServiceLevels } from '#server/features/service-levels/follow-service-levels.ts'
import type { Context } from '#server/platform/context.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { announceTickets } from '#server/platform/live/announce.ts'
import { type EscalatedTicket, followIncidentPriorities } from './incident-ticket-table.ts'

/**
 * Brings the tickets of open incidents in line with a severity that changed: the priority and its service level rise with it, unless a person
 * set the priority. Returns the tickets by incident id.
 */
export async function followIncidentSeverities(
  transaction: Transaction,
  context: Context,
  customerId: string,
  incidents: { incidentId: string; severity: Severity }[],
): Promise<Map<string, EscalatedTicket>> {
  if (incidents.length === 0) return new Map()
  const escalations = incidents.map(({ incidentId, severity }) => ({ incidentId, priority: priorityOf(severity) }))
  const tickets = await followIncidentPriorities(transaction, customerId, escalations, context.now)
  const raised = tickets.filter(({ wasRaised }) => wasRaised).map(({ ticketId }) => ticketId)
  await followServiceLevels(transaction, customerId, raised, context.now)
  if (tickets.length > 0)
    announceTickets(
      transaction,
      customerId,
      tickets.map(({ ticketId }) => ticketId),
    )
  return new Map(tickets.map((ticket) => [ticket.incidentId, ticket]))
}
