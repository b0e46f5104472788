import type { IncidentDetails, IncidentTimelineEntry } from '@vakt/contract/incident-details.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { incidentColumns, incidentsWithTicket, type ListedIncident } from './incident-list-table.ts'

export type IncidentRow = Omit<ListedIncident, 'sortKeys'> &
  Pick<IncidentDetails, 'rule' | 'version' | 'resolvedBy' | 'ticket'> & {
    endlessAlerts: number
    acknowledgedAt: Date | null
    acknowledgedBy: string | null
  }

export async function readIncident(transaction: Transaction, customerId: string, incidentId: string): Promise<IncidentRow | undefined> {
  const { rows } = await transaction.query<IncidentRow>({
    name: 'read-incident',
    text: `select ${incidentColumns}, i.rule, i.version, i.acknowledged_at as "acknowledgedAt", i.acknowledged_by as "acknowledgedBy",
       i.resolved_by as "resolvedBy",
       (select count(*)::int from alert a
        where a.customer_id = i.customer_id and a.incident_id = i.incident_id and a.state = 'firing' and a.never_ends) as "endlessAlerts",
       case when t.ticket_id is not null then
         json_build_object('ticketId', t.ticket_id::text, 'subject', t.subject, 'status', t.status, 'assignee', t.assignee) end as ticket
     from ${incidentsWithTicket}
     where i.customer_id = $1 and i.incident_id = $2`,
    values: [customerId, incidentId],
  })
  return rows[0]
}

export type TimelineRow = Omit<IncidentTimelineEntry, 'at'> & { at: Date }

const longestTimeline = 300

/** What the alerts went through from the moment the incident opened, and what people did, the oldest first; of a long story its end. */
export async function readTimeline(transaction: Transaction, customerId: string, incidentId: string): Promise<TimelineRow[]> {
  const { rows } = await transaction.query<TimelineRow>({
    name: 'read-incident-timeline',
    text: `select at, alert, author, "byStaff", step, body, values from (
       (select t.at, 1 as part, t.entry_id as position, json_build_object('alertId', a.alert_id::text, 'name', a.name) as alert, null as author,
          false as "byStaff", t.step, '' as body, t.details as values
        from alert a join alert_trail t on t.customer_id = a.customer_id and t.alert_id = a.alert_id
        join incident i on i.customer_id = a.customer_id and i.incident_id = a.incident_id
        where a.customer_id = $1 and a.incident_id = $2 and t.at >= least(i.opened_at, i.changed_at)
        order by t.at desc, t.entry_id desc limit ${longestTimeline})
       union all
       (select e.at, 2, e.event_id, null, e.author_name, e.by_staff, e.kind, e.body, e.details
        from incident_event e where e.customer_id = $1 and e.incident_id = $2 order by e.event_id desc limit ${longestTimeline})
       order by at desc, part desc, position desc limit ${longestTimeline}
     ) latest order by at, part, position`,
    values: [customerId, incidentId],
  })
  return rows
}
