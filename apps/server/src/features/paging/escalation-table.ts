import type { RuleFinding } from '@vakt/contract/incidents/rule-finding.ts'
import type { NewEscalationStep } from '@vakt/contract/on-call/paging.ts'
import type { Severity } from '@vakt/contract/severity.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { enqueueJobs } from '#server/platform/jobs/job-table.ts'

/** Its rows are escalations. */
export const escalationQueueName = 'escalate'

/**
 * At most one at a time for each incident, however often it is asked for. One that ended because no one answered begins again, in a further round
 * and with the policy of now: it is asked for when an incident becomes worse.
 */
export async function insertEscalations(transaction: Transaction, customerId: string, incidentIds: string[], now: Date): Promise<void> {
  const { rows } = await transaction.query<{ escalationId: string }>({
    name: 'insert-escalations',
    text: `insert into escalation (customer_id, incident_id, started_at, next_at)
           select $1, incident_id, $3, least($3, statement_timestamp()) from unnest($2::bigint[]) as i (incident_id)
           on conflict (customer_id, incident_id) do update set next_at = excluded.next_at, round = escalation.round + 1, step = 0,
             outcome = null, ended_at = null, policy_name = null, steps = null, repeats = null
             where escalation.outcome in ('unanswered', 'no_policy', 'not_covered', 'customer_closed')
           returning escalation_id as "escalationId"`,
    values: [customerId, incidentIds, now],
  })
  await enqueueEscalations(transaction, customerId, rows)
}

const enqueueEscalations = (transaction: Transaction, customerId: string, rows: { escalationId: string }[]): Promise<void> =>
  enqueueJobs(
    transaction,
    rows.map(({ escalationId: rowId }) => ({ queue: escalationQueueName, customerId, rowId, priority: 0 })),
  )

/** Those that ended with their incidents begin again with them, in a further round and with the policy of now, unless someone has acknowledged. */
export async function restartEscalations(transaction: Transaction, customerId: string, incidentIds: string[]): Promise<void> {
  const { rows } = await transaction.query<{ escalationId: string }>({
    name: 'restart-escalations',
    text: `update escalation x set next_at = statement_timestamp(), round = x.round + 1, step = 0, outcome = null, ended_at = null,
             policy_name = null, steps = null, repeats = null
           from incident i
           where x.customer_id = $1 and x.incident_id = any($2::bigint[]) and x.outcome = 'resolved'
             and i.customer_id = $1 and i.incident_id = x.incident_id and i.state = 'open'
           returning x.escalation_id as "escalationId"`,
    values: [customerId, incidentIds],
  })
  await enqueueEscalations(transaction, customerId, rows)
}

export type LockedEscalation = {
  escalationId: string
  customerId: string
  customerName: string
  incidentId: string
  policyName: string | null
  steps: NewEscalationStep[] | null
  repeats: number | null
  round: number
  step: number
  nextAt: Date
  outcome: string | null
  incidentState: 'open' | 'acknowledged' | 'resolved'
  title: string
  finding: RuleFinding | null
  severity: Severity
  openedAt: Date
  entityId: string | null
  entityName: string | null
}

/** With its incident as it is now, locked until the transaction ends. */
export async function lockEscalation(
  transaction: Transaction,
  customerId: string,
  escalationId: string,
): Promise<LockedEscalation | undefined> {
  const { rows } = await transaction.query<LockedEscalation>({
    name: 'lock-escalation',
    text: `select x.escalation_id as "escalationId", x.customer_id as "customerId", c.name as "customerName", x.incident_id::text as "incidentId",
             x.policy_name as "policyName", x.steps, x.repeats, x.round, x.step, x.next_at as "nextAt", x.outcome,
             i.state as "incidentState", i.title, i.finding, i.severity, i.opened_at as "openedAt", i.entity_id as "entityId", e.name as "entityName"
           from escalation x join incident i on i.customer_id = x.customer_id and i.incident_id = x.incident_id
           join customer c on c.customer_id = x.customer_id
           left join entity e on e.customer_id = i.customer_id and e.entity_id = i.entity_id
           where x.customer_id = $1 and x.escalation_id = $2 for update of x`,
    values: [customerId, escalationId],
  })
  return rows[0]
}

/** The policy that it keeps from now on. */
export async function keepPolicy(
  transaction: Transaction,
  customerId: string,
  escalationId: string,
  { name, steps, repeats }: { name: string | null; steps: NewEscalationStep[]; repeats: number },
): Promise<void> {
  await transaction.query(
    'update escalation set policy_name = $3, steps = $4, repeats = $5 where customer_id = $1 and escalation_id = $2',
    [customerId, escalationId, name, JSON.stringify(steps), repeats],
  )
}

export async function moveEscalation(
  transaction: Transaction,
  customerId: string,
  escalationId: string,
  { round, step, nextAt }: { round: number; step: number; nextAt: Date },
): Promise<void> {
  await transaction.query('update escalation set round = $3, step = $4, next_at = $5 where customer_id = $1 and escalation_id = $2', [
    customerId,
    escalationId,
    round,
    step,
    nextAt,
  ])
}

export async function endEscalation(
  transaction: Transaction,
  customerId: string,
  escalationId: string,
  { outcome, now }: { outcome: string; now: Date },
): Promise<void> {
  await transaction.query('update escalation set outcome = $3, ended_at = $4 where customer_id = $1 and escalation_id = $2', [
    customerId,
    escalationId,
    outcome,
    now,
  ])
}

/** Those whose next step was due by then. */
export async function endMissedEscalations(
  transaction: Transaction,
  customerId: string,
  now: Date,
): Promise<Pick<LockedEscalation, 'escalationId' | 'incidentId' | 'round' | 'step'>[]> {
  const { rows } = await transaction.query(
    `update escalation set outcome = 'customer_closed', ended_at = $2 where customer_id = $1 and outcome is null and next_at <= $2
     returning escalation_id as "escalationId", incident_id::text as "incidentId", round, step`,
    [customerId, now],
  )
  return rows
}
