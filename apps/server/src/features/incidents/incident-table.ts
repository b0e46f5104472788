import type { RuleFinding } from '@vakt/contract/incidents/rule-finding.ts'
import type { Severity } from '@vakt/contract/severity.ts'
import type { OpenIncident } from '@vakt/domain/incident-joining.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'

export type CustomerRules = { incidentJoinMinutes: number; ticketFromSeverity: Severity | 'never' }

export async function readCustomerRules(transaction: Transaction, customerId: string): Promise<CustomerRules> {
  const { rows } = await transaction.query<CustomerRules>({
    name: 'read-customer-rules',
    text: `select incident_join_minutes as "incidentJoinMinutes", ticket_from_severity as "ticketFromSeverity" from customer where customer_id = $1`,
    values: [customerId],
  })
  if (!rows[0]) throw new Error(`There is no customer ${customerId}.`)
  return rows[0]
}

/** The incidents that are open on these subjects, and those that what was open on them was merged into. */
export async function readOpenIncidents(transaction: Transaction, customerId: string, subjects: string[]): Promise<OpenIncident[]> {
  const { rows } = await transaction.query<OpenIncident>({
    name: 'read-open-incidents',
    text: `with recursive merged as (
             select subject, rule, merged_into as into_id from incident
             where customer_id = $1 and subject = any($2) and merged_into is not null
             union
             select m.subject, m.rule, i.merged_into from merged m join incident i on i.customer_id = $1 and i.incident_id = m.into_id
             where i.merged_into is not null
           )
           select incident_id as "incidentId", subject, rule, changed_at as "changedAt" from incident
           where customer_id = $1 and subject = any($2) and state <> 'resolved'
           union
           select i.incident_id, m.subject, m.rule, i.changed_at from merged m join incident i on i.customer_id = $1 and i.incident_id = m.into_id
           where i.state <> 'resolved'
           order by 1`,
    values: [customerId, subjects],
  })
  return rows
}

export type NewIncident = {
  entityId: string | null
  subject: string
  rule: string
  title: string
  finding: RuleFinding | null
  severity: Severity
  openedAt: Date
}

const asJson = (finding: RuleFinding | null) => finding && JSON.stringify(finding)

/** Returns the new ids in the order given. */
export async function insertIncidents(
  transaction: Transaction,
  customerId: string,
  incidents: NewIncident[],
  now: Date,
): Promise<string[]> {
  const column = <Key extends keyof NewIncident>(key: Key) => incidents.map((incident) => incident[key])
  const { rows } = await transaction.query<{ incidentId: string }>({
    name: 'insert-incidents',
    text: `insert into incident (customer_id, entity_id, subject, rule, title, severity, opened_at, changed_at, finding)
           select $1, i.entity_id, i.subject, i.rule, i.title, i.severity, i.opened_at, $8, i.finding
           from unnest($2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::timestamptz[], $9::jsonb[]) with ordinality
             as i (entity_id, subject, rule, title, severity, opened_at, finding, position)
           order by i.position
           returning incident_id as "incidentId"`,
    values: [
      customerId,
      column('entityId'),
      column('subject'),
      column('rule'),
      column('title'),
      column('severity'),
      column('openedAt'),
      now,
      column('finding').map(asJson),
    ],
  })
  return rows.map(({ incidentId }) => incidentId)
}

export type SpokenTitle = { incidentId: string; rule: string; title: string; finding: RuleFinding | null; severity: Severity }
export type FollowedTitle = { incidentId: string; before: string; title: string; entityName: string | null }

/**
 * Gives open incidents the titles of what opened them, each by the worst of its rule that fires. One title for each incident. Returns those that
 * changed.
 */
export async function writeTitles(transaction: Transaction, customerId: string, titles: SpokenTitle[]): Promise<FollowedTitle[]> {
  const column = <Key extends keyof SpokenTitle>(key: Key) => titles.map((title) => title[key])
  const { rows } = await transaction.query<FollowedTitle>({
    name: 'write-titles-of-incidents',
    text: `with spoken as (
             select i.incident_id, i.title as before, n.title, n.finding, e.name
             from unnest($2::bigint[], $3::text[], $4::text[], $5::jsonb[], $6::text[]) as n (incident_id, rule, title, finding, severity)
             join incident i on i.customer_id = $1 and i.incident_id = n.incident_id and i.rule = n.rule
             left join entity e on e.customer_id = i.customer_id and e.entity_id = i.entity_id
             where i.state <> 'resolved' and i.title <> n.title and not exists (
               select from alert a
               where a.customer_id = $1 and a.incident_id = i.incident_id and a.rule = i.rule and a.state = 'firing'
                 and array_position(array['critical', 'high', 'medium', 'low'], a.severity)
                   < array_position(array['critical', 'high', 'medium', 'low'], n.severity))
           )
           update incident i set title = s.title, finding = s.finding from spoken s
           where i.customer_id = $1 and i.incident_id = s.incident_id
           returning i.incident_id as "incidentId", s.before, i.title, s.name as "entityName"`,
    values: [customerId, column('incidentId'), column('rule'), column('title'), column('finding').map(asJson), column('severity')],
  })
  return rows
}

export type SettledIncident = { incidentId: string; entityId: string | null; wasResolved: boolean; before: Severity; severity: Severity }

/**
 * Brings incidents in line with what their alerts say together, how bad and whether any still fires; returns those that changed. A resolved
 * one stays resolved. Where an alert joined, the time from which the next rule may join counts again.
 */
export async function settleOpenIncidents(
  transaction: Transaction,
  customerId: string,
  { incidentIds, joinedIds, now }: { incidentIds: string[]; joinedIds: string[]; now: Date },
): Promise<SettledIncident[]> {
  const { rows } = await transaction.query<SettledIncident & { hasChanged: boolean }>({
    name: 'settle-open-incidents',
    // Materialized: counted once, also where the planner expects a single incident.
    text: `with condition as materialized (
             select incident_id, count(*) filter (where state = 'firing') as firing,
               (array['critical', 'high', 'medium', 'low'])[min(array_position(array['critical', 'high', 'medium', 'low'], severity))
                 filter (where state = 'firing')] as severity
             from alert where customer_id = $1 and incident_id = any($2::bigint[]) group by incident_id
           ), wanted as (
             select i.incident_id, i.severity as before, c.firing = 0 as is_over, coalesce(c.severity, i.severity) as severity
             from incident i join condition c using (incident_id)
             where i.customer_id = $1 and i.incident_id = any($2::bigint[]) and i.state <> 'resolved'
           )
           update incident i set
             severity = w.severity,
             state = case when w.is_over then 'resolved' else i.state end,
             resolved_at = case when w.is_over then $4::timestamptz end,
             changed_at = $4
           from wanted w
           where i.customer_id = $1 and i.incident_id = w.incident_id
             and (w.is_over or w.severity <> w.before or (w.incident_id = any($3::bigint[]) and i.changed_at < $4))
           returning i.incident_id as "incidentId", i.entity_id as "entityId", w.is_over as "wasResolved", w.before, i.severity as severity,
             w.is_over or w.severity <> w.before as "hasChanged"`,
    values: [customerId, incidentIds, joinedIds, now],
  })
  return rows.flatMap(({ hasChanged, ...incident }) => (hasChanged ? [incident] : []))
}

/** Of those that are open. */
export async function readOpenSeverities(
  transaction: Transaction,
  customerId: string,
  incidentIds: readonly string[],
): Promise<{ incidentId: string; severity: Severity; entityId: string | null }[]> {
  const { rows } = await transaction.query<{ incidentId: string; severity: Severity; entityId: string | null }>(
    `select incident_id as "incidentId", severity, entity_id as "entityId" from incident
     where customer_id = $1 and incident_id = any ($2::bigint[]) and state <> 'resolved' order by incident_id`,
    [customerId, incidentIds],
  )
  return rows
}
