import type { Severity } from '@vakt/contract/severity.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'

export type MergedIncident = { title: string; mergedInto: string | null; isOfRuleOpen: boolean }

/** What a merge needs to know besides the state; `isOfRuleOpen`: another open incident has its rule and resource. */
export async function readMergedIncident(
  transaction: Transaction,
  customerId: string,
  incidentId: string,
): Promise<MergedIncident | undefined> {
  const { rows } = await transaction.query<MergedIncident>({
    name: 'read-merged-incident',
    text: `with recursive chain as (
             select incident_id, merged_into from incident where customer_id = $1 and incident_id = $2
             union select i.incident_id, i.merged_into from chain c join incident i on i.customer_id = $1 and i.incident_id = c.merged_into
           )
           select i.title,
             (select incident_id from chain where merged_into is null and incident_id <> $2) as "mergedInto",
             exists (select from incident o where o.customer_id = $1 and o.subject = i.subject and o.rule = i.rule and o.state <> 'resolved'
               and o.incident_id <> i.incident_id) as "isOfRuleOpen"
           from incident i where i.customer_id = $1 and i.incident_id = $2`,
    values: [customerId, incidentId],
  })
  return rows[0]
}

export async function markMerged(
  transaction: Transaction,
  customerId: string,
  merge: { incidentId: string; into: string; alertIds: string[]; ticketId: string | null; by: string; now: Date },
): Promise<void> {
  const { incidentId, into, alertIds, ticketId, by, now } = merge
  await transaction.query({
    name: 'mark-merged',
    text: `update incident set merged_into = case when incident_id = $2 then $3::bigint end,
             merged_alerts = case when incident_id = $2 then $4::bigint[] end, merged_ticket = case when incident_id = $2 then $5::bigint end,
             state = case when incident_id = $2 then 'resolved' else state end, resolved_by = case when incident_id = $2 then $6 else resolved_by end,
             resolved_at = case when incident_id = $2 then $7::timestamptz else resolved_at end, changed_at = $7, version = version + 1
           where customer_id = $1 and incident_id in ($2, $3)`,
    values: [customerId, incidentId, into, alertIds, ticketId, by, now],
  })
}

/** Opens a merged incident again; returns the alerts and the ticket that it had before. */
export async function undoMerge(
  transaction: Transaction,
  customerId: string,
  { incidentId, from, now }: { incidentId: string; from: string; now: Date },
): Promise<{ alertIds: string[]; ticketId: string | null }> {
  const { rows } = await transaction.query<{ alertIds: string[]; ticketId: string | null }>({
    name: 'undo-merge',
    text: `with merged as (
             select merged_alerts, merged_ticket from incident where customer_id = $1 and incident_id = $2
           ), opened as (
             update incident i set state = case when acknowledged_by is null then 'open' else 'acknowledged' end, resolved_at = null,
               resolved_by = null, merged_into = null, merged_alerts = null, merged_ticket = null, changed_at = $4, version = version + 1
             where i.customer_id = $1 and i.incident_id = $2
           ), touched as (
             update incident set changed_at = $4, version = version + 1 where customer_id = $1 and incident_id = $3
           )
           select merged_alerts::text[] as "alertIds", merged_ticket as "ticketId" from merged`,
    values: [customerId, incidentId, from, now],
  })
  return rows[0] ?? { alertIds: [], ticketId: null }
}

export type AlertToSplit = {
  alertId: string
  state: 'firing' | 'resolved'
  entityId: string | null
  entityName: string | null
  source: string
  fingerprint: string
  rule: string
  name: string
  description: string
  metricName: string | null
  targetName: string | null
  labels: Record<string, string>
  severity: Severity
  startedAt: Date
}

/** The alerts of an incident that were chosen, the worst that fires first; and how many others it has. */
export async function readAlertsToSplit(
  transaction: Transaction,
  customerId: string,
  { incidentId, alertIds }: { incidentId: string; alertIds: string[] },
): Promise<{ chosen: AlertToSplit[]; others: number }> {
  const { rows } = await transaction.query<AlertToSplit & { isChosen: boolean }>({
    name: 'read-alerts-to-split',
    text: `select a.alert_id as "alertId", a.state, a.entity_id as "entityId", e.name as "entityName", a.source, a.fingerprint, a.rule, a.name,
             a.description, a.metric_name as "metricName", a.target_name as "targetName", a.labels, a.severity, a.started_at as "startedAt",
             a.alert_id = any($3::bigint[]) as "isChosen"
           from alert a left join entity e on e.customer_id = a.customer_id and e.entity_id = a.entity_id
           where a.customer_id = $1 and a.incident_id = $2
           order by a.state = 'firing' desc, array_position(array['critical', 'high', 'medium', 'low'], a.severity), a.started_at, a.alert_id`,
    values: [customerId, incidentId, alertIds],
  })
  const chosen = rows.filter(({ isChosen }) => isChosen)
  return { chosen, others: rows.length - chosen.length }
}

export async function hasOpenIncident(
  transaction: Transaction,
  customerId: string,
  { subject, rule }: { subject: string; rule: string },
): Promise<boolean> {
  const { rows } = await transaction.query<{ isThere: boolean }>({
    name: 'has-open-incident',
    text: `select exists (select from incident where customer_id = $1 and subject = $2 and rule = $3 and state <> 'resolved') as "isThere"`,
    values: [customerId, subject, rule],
  })
  return rows[0]?.isThere === true
}

/** Alerts were taken out of it: what was seen of it before is out of date. */
export async function touchIncident(transaction: Transaction, customerId: string, incidentId: string, now: Date): Promise<void> {
  await transaction.query({
    name: 'touch-incident',
    text: 'update incident set changed_at = $3, version = version + 1 where customer_id = $1 and incident_id = $2',
    values: [customerId, incidentId, now],
  })
}
