import { titleWithResource } from '@vakt/domain/alert-title.ts'
import { sourceName } from '@vakt/domain/readable-names/source-names.ts'
import { isAtLeast, priorityOf } from '@vakt/domain/severity.ts'
import { tidyLine } from '@vakt/domain/tidy-line.ts'
import { noteEvent } from '#server/features/events/note-event.ts'
import type { FollowerNote, OpenedIncident } from '#server/features/incidents/incident-followers.ts'
import { keepOpeningLevels, readOpeningLevels } from '#server/features/service-levels/open-service-levels.ts'
import type { Context } from '#server/platform/context.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { announceTickets } from '#server/platform/live/announce.ts'
import { insertIncidentTickets } from './incident-ticket-table.ts'

const longestSubject = 250

/** The subject of a ticket that an incident gives it. */
export const subjectOfIncident = (title: string): string => tidyLine(title).slice(0, longestSubject)

const isWanted = ({ severity, rules: { ticketFromSeverity } }: OpenedIncident) =>
  ticketFromSeverity !== 'never' && isAtLeast(severity, ticketFromSeverity)

/** Opens the ticket of each incident that the customer wants one for, at most one each. */
export async function openIncidentTickets(
  transaction: Transaction,
  context: Context,
  customerId: string,
  incidents: readonly OpenedIncident[],
): Promise<FollowerNote[]> {
  const opened = await openTickets(transaction, context, customerId, incidents.filter(isWanted))
  return incidents.map(({ incidentId }) => {
    const ticketId = opened.get(incidentId)
    return ticketId
      ? { incidentId, step: 'ticket-opened', details: { ticketId } }
      : { incidentId, step: 'ticket-not-wanted', details: { incidentId } }
  })
}

async function openTickets(
  transaction: Transaction,
  context: Context,
  customerId: string,
  incidents: readonly OpenedIncident[],
): Promise<Map<string, string>> {
  if (incidents.length === 0) return new Map()
  const levels = await readOpeningLevels(transaction, customerId, { status: 'new', now: context.now })
  const tickets = incidents.map(({ incidentId, entityId, entityName, title, rule, severity, first }) => ({
    incidentId,
    entityId,
    subject: subjectOfIncident(titleWithResource(title, entityName)),
    description: first.description || first.name,
    priority: priorityOf(severity),
    alertRule: rule,
    requesterName: sourceName(first.source)?.en ?? first.source,
    metricName: first.metricName,
    dueAt: levels.get(priorityOf(severity))?.dueAt ?? null,
  }))
  const opened = await insertIncidentTickets(transaction, customerId, tickets, context.now)
  await noteEvent(
    transaction,
    { customerId, actor: context.actor, now: context.now },
    ...opened.map(({ ticketId }) => ({ topic: 'ticket', kind: 'created', subjectId: ticketId }) as const),
  )
  await keepOpeningLevels(transaction, customerId, levels, opened)
  announceTickets(
    transaction,
    customerId,
    opened.map(({ ticketId }) => ticketId),
  )
  return new Map(opened.map(({ incidentId, ticketId }) => [incidentId, ticketId]))
}
