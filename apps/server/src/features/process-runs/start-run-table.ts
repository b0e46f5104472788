import type { Transaction } from '#server/platform/database/transaction.ts'

/** An alert that began to fire on a resource, in the incident that it opened or joined. */
export type StartingAlert = {
  incidentId: string
  entityId: string
  rule: string
  /** Of an alert rule of Vakt's own. */
  ruleId: string | null
}

/** Whether the customer has any process that alerts start: asked for each batch of alerts. */
export async function hasProcesses(transaction: Transaction, customerId: string): Promise<boolean> {
  const { rows } = await transaction.query<{ has: boolean }>({
    name: 'has-processes',
    text: 'select exists (select from process where customer_id = $1 and enabled and removed_at is null) as has',
    values: [customerId],
  })
  return rows[0]?.has ?? false
}

/** One run for each incident and process that an alert matches, unless there is one already. Returns the runs that began. */
export async function insertRuns(
  transaction: Transaction,
  customerId: string,
  alerts: readonly StartingAlert[],
  now: Date,
): Promise<{ runId: string; incidentId: string }[]> {
  const { rows } = await transaction.query<{ runId: string; incidentId: string }>({
    name: 'insert-process-runs',
    text: `insert into process_run (customer_id, process_id, process_version, incident_id, entity_id, alert_rule, started_at, step_since)
           select distinct on (f.incident_id, p.process_id) $1, p.process_id, p.version, f.incident_id, e.entity_id, f.rule, $6, $6
           from unnest($2::bigint[], $3::uuid[], $4::text[], $5::uuid[]) with ordinality as f (incident_id, entity_id, rule, rule_id, position)
           join entity e on e.customer_id = $1 and e.entity_id = f.entity_id
           join process p on p.customer_id = $1 and p.enabled and p.removed_at is null and process_covers(p, e)
             and (p.all_rules or f.rule_id = any (p.rule_ids) or (f.rule_id is null and f.rule = any (p.external_rules)))
           order by f.incident_id, p.process_id, f.position
           on conflict do nothing returning run_id as "runId", incident_id::text as "incidentId"`,
    values: [
      customerId,
      alerts.map(({ incidentId }) => incidentId),
      alerts.map(({ entityId }) => entityId),
      alerts.map(({ rule }) => rule),
      alerts.map(({ ruleId }) => ruleId),
      now,
    ],
  })
  return rows
}

/** A run that a person starts; undefined while one that a person started is under way, or without such a process. */
export async function insertRunByHand(
  transaction: Transaction,
  customerId: string,
  { processId, incidentId, by, now }: { processId: string; incidentId: string; by: string; now: Date },
): Promise<{ runId: string; processName: string } | undefined> {
  const { rows } = await transaction.query<{ runId: string; processName: string }>(
    `with made as (
       insert into process_run (customer_id, process_id, process_version, incident_id, entity_id, started_by, started_at, step_since)
       select $1, p.process_id, p.version, i.incident_id, i.entity_id, $4, $5, $5 from process p, incident i
       where p.customer_id = $1 and p.process_id = $2 and p.removed_at is null and i.customer_id = $1 and i.incident_id = $3
       on conflict do nothing returning run_id, process_id
     ) select m.run_id as "runId", p.name as "processName" from made m join process p on p.customer_id = $1 and p.process_id = m.process_id`,
    [customerId, processId, incidentId, by, now],
  )
  return rows[0]
}

export async function isProcessThere(transaction: Transaction, customerId: string, processId: string): Promise<boolean> {
  const { rowCount } = await transaction.query('select from process where customer_id = $1 and process_id = $2 and removed_at is null', [
    customerId,
    processId,
  ])
  return rowCount === 1
}
