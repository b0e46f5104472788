import type { RuleFinding } from '@vakt/contract/incidents/rule-finding.ts'
import type { Severity } from '@vakt/contract/severity.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'

/** What holds now of the incident of an event. */
export type IncidentFacts = {
  incidentId: string
  title: string
  finding: RuleFinding | null
  severity: Severity
  isResolved: boolean
  openedAt: Date
  entityId: string | null
  entityName: string | null
  entityResourceGroup: string | null
  entityTags: Record<string, string>
  ticketId: string | null
  /** Who works on it: the assignee of its ticket, else who acknowledged it. */
  assignee: string | null
  /** Handled as another one: nothing more is told of it. */
  isMerged: boolean
}

/** By incident. */
export async function readIncidentFactsForAllCustomers(
  transaction: Transaction,
  incidents: readonly { customerId: string; subjectId: string }[],
): Promise<Map<string, IncidentFacts>> {
  const { rows } = await transaction.query<IncidentFacts>(
    `select i.incident_id as "incidentId", i.title, i.finding, i.severity, i.state = 'resolved' as "isResolved", i.opened_at as "openedAt",
       i.entity_id as "entityId", e.name as "entityName", e.resource_group as "entityResourceGroup", coalesce(e.tags, '{}') as "entityTags",
       (select t.ticket_id from ticket t where t.customer_id = i.customer_id and t.incident_id = i.incident_id) as "ticketId",
       coalesce((select t.assignee from ticket t where t.customer_id = i.customer_id and t.incident_id = i.incident_id), i.acknowledged_by) as assignee,
       i.merged_into is not null as "isMerged"
     from unnest($1::text[], $2::bigint[]) as w (customer_id, incident_id)
     join incident i on i.customer_id = w.customer_id and i.incident_id = w.incident_id
     left join entity e on e.customer_id = i.customer_id and e.entity_id = i.entity_id`,
    [incidents.map(({ customerId }) => customerId), incidents.map(({ subjectId }) => subjectId)],
  )
  return new Map(rows.map((row) => [row.incidentId, row]))
}
