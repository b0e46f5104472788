import type { IncidentDetails, IncidentTimelineEntry } from '@vakt/contract/incidents/incident-details.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { incidentColumns, incidentsWithTicket, type ListedIncident } from './incident-list-table.ts'

export type IncidentRow = Omit<ListedIncident, 'sortKeys'> &
  Pick<IncidentDetails, 'rule' | 'version' | 'resolvedBy' | 'ticket' | 'mergedInto'> & {
    endlessAlerts: number
    acknowledgedAt: Date | null
    acknowledgedBy: string | null
    major: { majorIncidentId: string; title: string; since: string; endedAt: string | null; isReached: boolean } | null
    worstAlert: { metricName: string | null; labels: Record<string, string> } | null
  }

/** `reach`: the customers whose major incidents are named by their id; null: all. */
export async function readIncident(
  transaction: Transaction,
  customerId: string,
  incidentId: string,
  reach: readonly string[] | null = null,
): Promise<IncidentRow | undefined> {
  const { rows } = await transaction.query<IncidentRow>({
    name: 'read-incident',
    text: `select ${incidentColumns}, i.rule, i.version, i.acknowledged_at as "acknowledgedAt", i.acknowledged_by as "acknowledgedBy",
       i.resolved_by as "resolvedBy",
       (select count(*)::int from alert a
        where a.customer_id = i.customer_id and a.incident_id = i.incident_id and a.state = 'firing' and alert_is_endless(a.customer_id, a.never_ends, a.token_id)) as "endlessAlerts",
       (select json_build_object('metricName', a.metric_name, 'labels', a.labels) from alert a
        where a.customer_id = i.customer_id and a.incident_id = i.incident_id
        order by a.state = 'firing' desc, array_position(array['critical', 'high', 'medium', 'low'], a.severity), a.alert_id limit 1) as "worstAlert",
       (select json_build_object('majorIncidentId', p.major_incident_id::text, 'title', p.title, 'since', p.added_at, 'endedAt', p.ended_at,
          'isReached', $3::text[] is null or major_incident_is_within(p.major_incident_id, $3))
        from major_incident_part p where p.customer_id = i.customer_id and p.incident_id = i.incident_id) as major,
       (select json_build_object('incidentId', m.incident_id::text, 'title', m.title, 'finding', m.finding) from incident m
        where m.customer_id = i.customer_id and m.incident_id = i.merged_into) as "mergedInto",
       case when t.ticket_id is not null then
         json_build_object('ticketId', t.ticket_id::text, 'subject', t.subject, 'status', t.status, 'assignee', t.assignee) end as ticket
     from ${incidentsWithTicket}
     where i.customer_id = $1 and i.incident_id = $2`,
    values: [customerId, incidentId, reach],
  })
  return rows[0]
}

export type TimelineRow = Omit<IncidentTimelineEntry, 'at'> & { at: Date }

const longestTimeline = 300

/**
 * What the alerts went through from the moment the incident opened, what people did, and what they wrote and changed on its ticket, the oldest
 * first; of a long story its end.
 */
export async function readTimeline(
  transaction: Transaction,
  customerId: string,
  { incidentId, isStaff, withTicket }: { incidentId: string; isStaff: boolean; withTicket: boolean },
): Promise<TimelineRow[]> {
  const { rows } = await transaction.query<TimelineRow>({
    name: 'read-incident-timeline',
    text: `select at, alert, author, "byStaff", private, step, body, values from (
       (select t.at, 1 as part, t.entry_id as position, json_build_object('alertId', a.alert_id::text, 'name', a.name) as alert, null as author,
          false as "byStaff", false as private, t.step, '' as body,
          t.details - 'signalId' - 'signalCustomerId' as values
        from alert a join alert_trail t on t.customer_id = a.customer_id and t.alert_id = a.alert_id
        join incident i on i.customer_id = a.customer_id and i.incident_id = a.incident_id
        where a.customer_id = $1 and a.incident_id = $2 and t.at >= least(i.opened_at, i.changed_at)
        order by t.at desc, t.entry_id desc limit ${longestTimeline})
       union all
       (select e.at, 2, e.event_id, null, e.author_name, e.by_staff, e.private, e.kind, e.body, e.details
        from incident_event e where e.customer_id = $1 and e.incident_id = $2 and (not e.private or $3)
        order by e.event_id desc limit ${longestTimeline})
       union all
       (select c.created_at, 4, c.comment_id, null, c.author_name, c.by_staff, c.private, 'commented', c.body, '{}'
        from ticket k join ticket_comment c on c.customer_id = k.customer_id and c.ticket_id = k.ticket_id
        where k.customer_id = $1 and k.incident_id = $2 and $4 and c.author_type = 'user' and c.system_message is null
          and (not c.private or $3)
        order by c.comment_id desc limit ${longestTimeline})
       union all
       (select h.at, 3, h.change_id, null, h.author_name, h.author_id <> all (select u.user_id::text from app_user u where u.customer_id = $1),
          h.private, 'ticket-' || h.field, '', jsonb_strip_nulls(jsonb_build_object('before', h.before, 'after', h.after))
        from ticket k join ticket_change h on h.customer_id = k.customer_id and h.ticket_id = k.ticket_id
        where k.customer_id = $1 and k.incident_id = $2 and $4 and h.author_type = 'user' and h.field in ('status', 'priority', 'assignee')
          and (not h.private or $3)
        order by h.change_id desc limit ${longestTimeline})
       union all
       (select min(p.at), 5, p.round * 100 + p.step, null, 'Vakt', true, true, 'page-' || p.kind, '',
          jsonb_strip_nulls(jsonb_build_object('name', nullif(p.person_name, ''), 'step', (p.step + 1)::text,
            'channels', nullif(string_agg(p.channel, ' ' order by p.channel), 'none')))
        from page p where p.customer_id = $1 and p.incident_id = $2 and $3
        group by p.escalation_id, p.round, p.step, p.kind, p.person_name
        order by min(p.at) desc limit ${longestTimeline})
       order by at desc, part desc, position desc limit ${longestTimeline}
     ) latest order by at, part, position`,
    values: [customerId, incidentId, isStaff, withTicket],
  })
  return rows
}
