import type { Severity } from '@vakt/contract/severity.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { enqueueMissingJobsForAllCustomers } from '#server/platform/jobs/job-table.ts'
import { bindingQueueName } from './binding-table.ts'

export type WaitingBinding = {
  bindingId: string
  customerId: string
  source: string
  targetKey: string
  entityCustomerId: string
  entityId: string
  entityName: string
}

/** A binding that something may have to follow, locked until the transaction ends; undefined when that was done, or it is gone. */
export async function lockWaitingBindingForAllCustomers(transaction: Transaction, bindingId: string): Promise<WaitingBinding | undefined> {
  const { rows } = await transaction.query<WaitingBinding>(
    `select b.binding_id as "bindingId", b.customer_id as "customerId", b.source, b.target_key as "targetKey",
       b.entity_customer_id as "entityCustomerId", b.entity_id as "entityId", e.name as "entityName"
     from entity_binding b join entity e on e.customer_id = b.entity_customer_id and e.entity_id = b.entity_id
     where b.applied_at is null and b.binding_id = $1 for update of b`,
    [bindingId],
  )
  return rows[0]
}

export const enqueueWaitingBindings = (transaction: Transaction): Promise<number> =>
  enqueueMissingJobsForAllCustomers(
    transaction,
    bindingQueueName,
    "select customer_id, binding_id::text, '', created_at from entity_binding where applied_at is null",
  )

export async function markApplied(transaction: Transaction, bindingId: string, now: Date): Promise<void> {
  await transaction.query('update entity_binding set applied_at = $2 where binding_id = $1', [bindingId, now])
}

/** Gives the alerts of a binding their entity, says so in their trail, and returns the incidents that they are in. */
export async function bindAlerts(transaction: Transaction, binding: WaitingBinding, now: Date): Promise<string[]> {
  const { rows } = await transaction.query<{ incidentId: string }>(
    `with bound as (
       update alert set entity_id = $4, target_key = null, changed_at = $6
       where customer_id = $1 and source = $2 and target_key = $3 returning alert_id, incident_id
     ), told as (
       insert into alert_trail (customer_id, alert_id, at, step, details)
       select $1, alert_id, $6, 'bound', jsonb_build_object('entityId', $4::uuid, 'name', $5::text) from bound
     )
     select distinct incident_id as "incidentId" from bound where incident_id is not null order by 1`,
    [binding.customerId, binding.source, binding.targetKey, binding.entityId, binding.entityName, now],
  )
  return rows.map(({ incidentId }) => incidentId)
}

/**
 * Where the entity then has two open incidents of one rule, the older takes over the alerts of the other. Returns which went into which.
 */
export async function mergeIncidents(
  transaction: Transaction,
  { customerId, entityId }: WaitingBinding,
  incidentIds: string[],
  now: Date,
): Promise<{ incidentId: string; into: string }[]> {
  const { rows } = await transaction.query<{ incidentId: string; into: string }>(
    `with open as (
       select incident_id, rule, subject = $2 as is_there from incident
       where customer_id = $1 and state <> 'resolved' and (subject = $2 or incident_id = any($3::bigint[]))
     ), pair as (
       select incident_id, first_value(incident_id) over (partition by rule order by is_there desc, incident_id) as into_id from open
     ), merged as (
       select incident_id, into_id from pair where incident_id <> into_id
     ), alerts as (
       update alert a set incident_id = m.into_id from merged m where a.customer_id = $1 and a.incident_id = m.incident_id
     ), told as (
       insert into incident_event (customer_id, incident_id, at, kind, author_type, author_id, author_name, by_staff, details)
       select $1, incident_id, $4, 'merged', 'system', 'follow-bindings', 'Vakt', true, jsonb_build_object('incidentId', into_id::text) from merged
     )
     update incident i set state = 'resolved', resolved_at = $4, changed_at = $4, version = version + 1 from merged m
     where i.customer_id = $1 and i.incident_id = m.incident_id returning m.incident_id as "incidentId", m.into_id as "into"`,
    [customerId, entityId, incidentIds, now],
  )
  return rows
}

/** The incidents and their tickets are the entity's from here on. */
export async function bindIncidents(
  transaction: Transaction,
  { customerId, entityId, entityName }: WaitingBinding,
  incidentIds: string[],
  now: Date,
): Promise<void> {
  await transaction.query(
    `with bound as (
       update incident set entity_id = $2, subject = $2::uuid::text, changed_at = $5
       where customer_id = $1 and incident_id = any($4::bigint[]) and entity_id is null returning incident_id
     ), told as (
       insert into incident_event (customer_id, incident_id, at, kind, author_type, author_id, author_name, by_staff, details)
       select $1, incident_id, $5, 'bound', 'system', 'follow-bindings', 'Vakt', true, jsonb_build_object('name', $3::text) from bound
     )
     update ticket set entity_id = $2 where customer_id = $1 and incident_id = any($4::bigint[]) and entity_id is null`,
    [customerId, entityId, entityName, incidentIds, now],
  )
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

/** Ends the alerts of a binding here, since they go on with another customer; returns them as they were. */
export async function moveAlertsAway(transaction: Transaction, binding: WaitingBinding, now: Date): Promise<MovedAlert[]> {
  const { rows } = await transaction.query<MovedAlert>(
    `with before as (
       select alert_id, state from alert where customer_id = $1 and source = $2 and target_key = $3 for update
     ), moved as (
       update alert a set target_key = null, state = 'resolved', ended_at = case when a.state = 'firing' then $4 else a.ended_at end, changed_at = $4
       from before b where a.customer_id = $1 and a.alert_id = b.alert_id
       returning a.*, b.state as state_before
     ), told as (
       insert into alert_trail (customer_id, alert_id, at, step, details) select $1, alert_id, $4, 'moved', '{}' from moved
     )
     select source, fingerprint, state_before as state, name, rule, description, severity, metric_name as "metricName", target_name as "targetName",
       labels, source_url as "sourceUrl", never_ends as "neverEnds", started_at as "startedAt", incident_id as "incidentId"
     from moved order by alert_id`,
    [binding.customerId, binding.source, binding.targetKey, now],
  )
  return rows
}
