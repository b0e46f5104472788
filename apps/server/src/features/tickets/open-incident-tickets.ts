import type { Severity } from '@vakt/contract/severity.ts'
import { sourceName } from '@vakt/domain/readable-names/source-names.ts'
import { priorityOf } from '@vakt/domain/severity.ts'
import { noteEvent } from '#server/features/events/note-event.ts'
import { keepOpeningLevels, readOpeningLevels } from '#server/features/service-levels/open-service-levels.ts'
import type { Context } from '#server/platform/context.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { announceTickets } from '#server/platform/live/announce.ts'
import { subjectOfIncident } from './follow-incident-titles.ts'
import { insertIncidentTickets } from './incident-ticket-table.ts'

export type IncidentForTicket = {
  incidentId: string
  entityId: string | null
  ticketSubject: string
  rule: string
  /** Of its first alert, such as `alertmanager`. */
  source: string
  description: string
  metricName: string | null
  severity: Severity
}

/** Opens the ticket of each incident, at most one each. Returns ticket ids by incident id. */
export async function openIncidentTickets(
  transaction: Transaction,
  context: Context,
  customerId: string,
  incidents: IncidentForTicket[],
): Promise<Map<string, string>> {
  if (incidents.length === 0) return new Map()
  const levels = await readOpeningLevels(transaction, customerId, { status: 'new', now: context.now })
  const tickets = incidents.map(({ incidentId, entityId, ticketSubject, rule, source, description, metricName, severity }) => ({
    incidentId,
    entityId,
    subject: subjectOfIncident(ticketSubject),
    description,
    priority: priorityOf(severity),
    alertRule: rule,
    requesterName: sourceName(source)?.en ?? source,
    metricName,
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
