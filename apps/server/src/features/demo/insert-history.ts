import { saveEntityRelations } from '#server/features/entities/save-entity-relations.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { buildAlerts, buildTrail, type StoredIncident } from './build-alerts.ts'
import { historyRowsOf } from './demo-entity-history.ts'
import { buildProperties } from './demo-properties.ts'
import { type IncidentPlan, incidentEventRowsOf, incidentRowOf } from './incident-plan.ts'
import { draftIncidentTicket } from './incident-ticket.ts'
import { insertRows } from './insert-rows.ts'
import { insertTicketWork } from './insert-ticket-work.ts'
import type { DemoHistory } from './plan-history.ts'
import { changeRowsOf, type TicketDraft, ticketRowOf } from './ticket-draft.ts'

type Row = Record<string, unknown>

const inOrderOf = (field: string) => (a: Row, b: Row) => Number(a[field]) - Number(b[field])

async function insertTickets(transaction: Transaction, drafts: TicketDraft[]): Promise<Map<TicketDraft, string>> {
  const ordered = drafts.toSorted((a, b) => a.createdAt - b.createdAt)
  const ids = await insertRows(transaction, 'ticket', ordered.map(ticketRowOf), 'ticket_id')
  const stored = ordered.map((draft, index) => [draft, ids[index] ?? ''] as const)
  const changes = stored.flatMap(([draft, id]) => changeRowsOf(draft, id)).sort(inOrderOf('at'))
  await insertRows(transaction, 'ticket_change', changes)
  await insertTicketWork(transaction, stored)
  return new Map(stored)
}

async function insertAlerts(transaction: Transaction, incidents: StoredIncident[], until: number): Promise<void> {
  const alerts = buildAlerts(incidents, until)
  const ids = await insertRows(transaction, 'alert', [...alerts.values()], 'alert_id')
  const idOf = new Map([...alerts.keys()].map((key, index) => [key, ids[index]]))
  const trail = buildTrail(incidents).map(({ key, customerId, at, step, details }) => ({
    customer_id: customerId,
    alert_id: idOf.get(key),
    at: new Date(at),
    step,
    details,
  }))
  await insertRows(transaction, 'alert_trail', trail)
}

/** Writes the history down, each table in one statement. */
export async function insertHistory(transaction: Transaction, { now, entities, incidents, stories }: DemoHistory): Promise<void> {
  const byCustomer = Map.groupBy(entities, ({ row }) => String(row.customer_id))
  const rows = [...byCustomer.values()].flatMap((own) =>
    buildProperties(own).map(({ properties }, index) => ({ ...own[index]?.row, properties })),
  )
  await insertRows(transaction, 'entity', rows)
  for (const [customerId, own] of byCustomer) await saveEntityRelations(transaction, customerId, null, buildProperties(own))
  await insertRows(transaction, 'entity_history', historyRowsOf(entities, now))
  const incidentIds = await insertRows(transaction, 'incident', incidents.map(incidentRowOf), 'incident_id')
  const events = incidents.flatMap((plan, index) => incidentEventRowsOf(plan, incidentIds[index] ?? ''))
  await insertRows(transaction, 'incident_event', events.toSorted(inOrderOf('at')))
  const drafts = new Map<IncidentPlan, TicketDraft>(
    incidents.map((plan, index) => [plan, draftIncidentTicket(plan, incidentIds[index] ?? '')]),
  )
  const ticketIds = await insertTickets(transaction, [...drafts.values(), ...stories])
  const stored = [...drafts].map(([plan, draft]) => ({ plan, incidentId: draft.incidentId ?? '', ticketId: ticketIds.get(draft) ?? '' }))
  await insertAlerts(transaction, stored, now.getTime())
}
