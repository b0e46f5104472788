import type { Severity } from '@vakt/contract/severity.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'

/** Moves all alerts of incidents into others; returns them. */
export async function moveAlerts(
  transaction: Transaction,
  customerId: string,
  { moves, now }: { moves: { incidentId: string; into: string }[]; now: Date },
): Promise<string[]> {
  const { rows } = await transaction.query<{ alertId: string }>({
    name: 'move-alerts',
    text: `update alert a set incident_id = m.into_id, changed_at = $4 from unnest($2::bigint[], $3::bigint[]) as m (incident_id, into_id)
           where a.customer_id = $1 and a.incident_id = m.incident_id returning a.alert_id as "alertId"`,
    values: [customerId, moves.map(({ incidentId }) => incidentId), moves.map(({ into }) => into), now],
  })
  return rows.map(({ alertId }) => alertId)
}

/** Moves these alerts of an incident into another; returns how many of them fire. */
export async function moveChosenAlerts(
  transaction: Transaction,
  customerId: string,
  { alertIds, from, into, now }: { alertIds: string[]; from: string; into: string; now: Date },
): Promise<number> {
  const { rows } = await transaction.query<{ firing: number }>({
    name: 'move-chosen-alerts',
    text: `with moved as (
             update alert set incident_id = $4, changed_at = $5
             where customer_id = $1 and incident_id = $3 and alert_id = any($2::bigint[]) returning state
           )
           select count(*)::int as firing from moved where state = 'firing'`,
    values: [customerId, alertIds, from, into, now],
  })
  return rows[0]?.firing ?? 0
}

/** The alerts of a source that name a target which no entity matched. */
export type UnmatchedTarget = { source: string; targetKey: string }

/** Gives the alerts of a target their entity, says so in their trail, and returns the incidents that they are in. */
export async function bindAlerts(
  transaction: Transaction,
  customerId: string,
  { source, targetKey, entityId, entityName, now }: UnmatchedTarget & { entityId: string; entityName: string; now: Date },
): Promise<string[]> {
  const { rows } = await transaction.query<{ incidentId: string }>(
    `with bound as (
       update alert set entity_id = $4, target_key = null, changed_at = $6
       where customer_id = $1 and source = $2 and target_key = $3 returning alert_id, incident_id
     ), trail as (
       insert into alert_trail (customer_id, alert_id, at, step, details)
       select $1, alert_id, $6, 'bound', jsonb_build_object('entityId', $4::uuid, 'name', $5::text) from bound
     )
     select distinct incident_id as "incidentId" from bound where incident_id is not null order by 1`,
    [customerId, source, targetKey, entityId, entityName, now],
  )
  return rows.map(({ incidentId }) => incidentId)
}

export type MovedAlert = {
  source: string
  fingerprint: string
  state: 'firing' | 'resolved'
  name: string
  rule: string
  description: string
  severity: Severity
  metricName: string | null
  targetName: string | null
  labels: Record<string, string>
  sourceUrl: string | null
  neverEnds: boolean
  startedAt: Date
  incidentId: string | null
}

/** Ends the alerts of a target here, since they go on with another customer; returns them as they were. */
export async function moveAlertsAway(
  transaction: Transaction,
  customerId: string,
  { source, targetKey, now }: UnmatchedTarget & { now: Date },
): Promise<MovedAlert[]> {
  const { rows } = await transaction.query<MovedAlert>(
    `with before as (
       select alert_id, state from alert where customer_id = $1 and source = $2 and target_key = $3 for update
     ), moved as (
       update alert a set target_key = null, state = 'resolved', ended_at = case when a.state = 'firing' then $4 else a.ended_at end, changed_at = $4
       from before b where a.customer_id = $1 and a.alert_id = b.alert_id
       returning a.*, b.state as state_before
     ), trail as (
       insert into alert_trail (customer_id, alert_id, at, step, details) select $1, alert_id, $4, 'moved', '{}' from moved
     )
     select source, fingerprint, state_before as state, name, rule, description, severity, metric_name as "metricName", target_name as "targetName",
       labels, source_url as "sourceUrl", never_ends as "neverEnds", started_at as "startedAt", incident_id as "incidentId"
     from moved order by alert_id`,
    [customerId, source, targetKey, now],
  )
  return rows
}
