import type { RuleFinding } from '@vakt/contract/incidents/rule-finding.ts'
import type { ProcessAction } from '@vakt/contract/processes/process-actions.ts'
import type { Severity } from '@vakt/contract/severity.ts'
import type { TicketStatus } from '@vakt/contract/tickets/tickets.ts'
import type { Language } from '@vakt/contract/users/session.ts'
import type { RunEnd } from '@vakt/domain/process-runs/decide-run.ts'
import { runQueueName } from '#server/features/agent-commands/exchange-commands.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { enqueueJobs } from '#server/platform/jobs/job-table.ts'

/** What a step can name and act on: the incident as it is now, with its resource and its ticket. */
export type RunSubject = {
  customerId: string
  customerName: string
  enabledFeatures: string[] | null
  mailLanguage: Language
  timeZone: string
  incidentId: string
  incidentState: 'open' | 'acknowledged' | 'resolved'
  title: string
  finding: RuleFinding | null
  severity: Severity
  rule: string
  openedAt: Date
  entityId: string | null
  entityName: string | null
  metricName: string | null
  isAlerting: boolean
  ticketId: string | null
  ticketSubject: string | null
  ticketStatus: TicketStatus | null
  ticketPriority: number | null
  assigneeGroup: string | null
  ticketTags: string[] | null
}

export type LockedRun = RunSubject & {
  runId: string
  processId: string
  processName: string
  processVersion: number
  actions: ProcessAction[]
  isByHand: boolean
  startedAt: Date
  step: number
  stepSince: Date
  waitsFor: Waiting | null
  waitsUntil: Date | null
  outcome: RunOutcome | null
}

export type RunOutcome = RunEnd | 'stopped' | 'loop' | 'failed'

const subjectColumns = `c.customer_id as "customerId", c.name as "customerName", c.enabled_features as "enabledFeatures",
  c.mail_language as "mailLanguage", c.time_zone as "timeZone", i.incident_id::text as "incidentId", i.state as "incidentState", i.title, i.finding,
  i.severity, i.rule, i.opened_at as "openedAt", i.entity_id as "entityId", e.name as "entityName",
  (select a.metric_name from alert a where a.customer_id = i.customer_id and a.incident_id = i.incident_id and a.metric_name is not null
   order by a.alert_id limit 1) as "metricName",
  exists (select from alert a where a.customer_id = i.customer_id and a.incident_id = i.incident_id and a.state = 'firing') as "isAlerting",
  t.ticket_id::text as "ticketId", t.subject as "ticketSubject", t.status as "ticketStatus", t.priority as "ticketPriority",
  t.assignee_group as "assigneeGroup", t.tags as "ticketTags"`
// Each found by its key, also where the planner knows nothing yet of how many there are.
const subjectJoins = `join customer c on c.customer_id = i.customer_id
  left join lateral (select e.name from entity e where e.customer_id = i.customer_id and e.entity_id = i.entity_id limit 1) e on true
  left join lateral (select t.* from ticket t where t.customer_id = i.customer_id and t.incident_id = i.incident_id limit 1) t on true`

type RunRow = Omit<LockedRun, keyof RunSubject> & { customerId: string; incidentId: string }

type RunKey = { customerId: string; runId: string }

/** With the incident as it is now, or the one that it was merged into; the runs are locked until the transaction ends. */
export async function lockRunsForAllCustomers(transaction: Transaction, keys: readonly RunKey[]): Promise<LockedRun[]> {
  const { rows } = await transaction.query<RunRow>({
    name: 'lock-process-runs',
    text: `select r.run_id as "runId", r.customer_id as "customerId", r.process_id as "processId", v.name as "processName",
             r.process_version as "processVersion", v.actions, r.started_by is not null as "isByHand", r.started_at as "startedAt", r.step,
             r.step_since as "stepSince", r.waits_for as "waitsFor", r.waits_until as "waitsUntil", r.outcome,
             (select coalesce(o.merged_into, o.incident_id)::text from incident o
              where o.customer_id = r.customer_id and o.incident_id = r.incident_id) as "incidentId"
           from unnest($1::text[], $2::uuid[]) as k (customer_id, run_id)
           join process_run r on r.customer_id = k.customer_id and r.run_id = k.run_id cross join lateral (
             select v.name, v.actions from process_version v
             where v.customer_id = r.customer_id and v.process_id = r.process_id and v.version = r.process_version limit 1) v
           order by r.run_id for update of r`,
    values: [keys.map(({ customerId }) => customerId), keys.map(({ runId }) => runId)],
  })
  const subjects = await readSubjectsForAllCustomers(transaction, rows)
  const byIncident = new Map(subjects.map((subject) => [`${subject.customerId} ${subject.incidentId}`, subject]))
  return rows.flatMap((run) => {
    const subject = byIncident.get(`${run.customerId} ${run.incidentId}`)
    return subject ? [{ ...run, ...subject }] : []
  })
}

export async function lockRun(transaction: Transaction, customerId: string, runId: string): Promise<LockedRun | undefined> {
  const [run] = await lockRunsForAllCustomers(transaction, [{ customerId, runId }])
  return run
}

async function readSubjectsForAllCustomers(
  transaction: Transaction,
  keys: readonly { customerId: string; incidentId: string }[],
): Promise<RunSubject[]> {
  const { rows } = await transaction.query<RunSubject>({
    name: 'read-process-run-subjects',
    text: `select ${subjectColumns} from (select distinct * from unnest($1::text[], $2::bigint[]) as k (customer_id, incident_id)) k
           join incident i on i.customer_id = k.customer_id and i.incident_id = k.incident_id ${subjectJoins}`,
    values: [keys.map(({ customerId }) => customerId), keys.map(({ incidentId }) => incidentId)],
  })
  return rows
}

/** What a run on this incident would act on now. */
export async function readSubject(transaction: Transaction, customerId: string, incidentId: string): Promise<RunSubject | undefined> {
  const [subject] = await readSubjectsForAllCustomers(transaction, [{ customerId, incidentId }])
  return subject
}

type Waiting = 'delay' | 'window' | 'command'
type Position = { step: number; since: Date; waitsFor?: Waiting | null; waitsUntil?: Date | null }
export type Move = RunKey & Position

export async function moveRunsForAllCustomers(transaction: Transaction, moves: readonly Move[]): Promise<void> {
  if (moves.length === 0) return
  await transaction.query({
    name: 'move-process-runs',
    text: `update process_run r set step = m.step, step_since = m.since, waits_for = m.waits_for, waits_until = m.waits_until
           from unnest($1::text[], $2::uuid[], $3::int[], $4::timestamptz[], $5::text[], $6::timestamptz[])
             as m (customer_id, run_id, step, since, waits_for, waits_until)
           where r.customer_id = m.customer_id and r.run_id = m.run_id`,
    values: [
      ...[moves.map(({ customerId }) => customerId), moves.map(({ runId }) => runId), moves.map(({ step }) => step)],
      ...[moves.map(({ since }) => since), moves.map(({ waitsFor = null }) => waitsFor)],
      moves.map(({ waitsUntil = null }) => waitsUntil),
    ],
  })
}

export type Ended = RunKey & { outcome: RunOutcome; step: number; by?: string | null }

export async function endRunsForAllCustomers(transaction: Transaction, ended: readonly Ended[], now: Date): Promise<void> {
  if (ended.length === 0) return
  await transaction.query({
    name: 'end-process-runs',
    text: `update process_run r set outcome = e.outcome, ended_at = $1, ended_by = e.by, step = e.step, waits_for = null, waits_until = null
           from unnest($2::text[], $3::uuid[], $4::text[], $5::int[], $6::text[]) as e (customer_id, run_id, outcome, step, by)
           where r.customer_id = e.customer_id and r.run_id = e.run_id and r.outcome is null`,
    values: [
      ...[now, ended.map(({ customerId }) => customerId), ended.map(({ runId }) => runId), ended.map(({ outcome }) => outcome)],
      ...[ended.map(({ step }) => step), ended.map(({ by = null }) => by)],
    ],
  })
}

export type NewStep = {
  step: number
  state: 'done' | 'ended' | 'skipped' | 'failed' | 'no_agent'
  reason: string | null
  details: Record<string, unknown>
  deliveries: readonly string[]
  startedAt: Date
}

/** Fails where a step was written before: each is taken at most once. */
export async function insertStepsForAllCustomers(transaction: Transaction, steps: readonly (NewStep & RunKey)[], now: Date): Promise<void> {
  if (steps.length === 0) return
  const column = <Key extends keyof (NewStep & RunKey)>(key: Key) => steps.map((step) => step[key])
  await transaction.query({
    name: 'insert-process-run-steps',
    text: `insert into process_run_step (customer_id, run_id, step, state, reason, details, deliveries, started_at, ended_at)
           select customer_id, run_id, step, state, reason, details, deliveries::uuid[], started_at, $1
           from unnest($2::text[], $3::uuid[], $4::int[], $5::text[], $6::text[], $7::jsonb[], $8::text[], $9::timestamptz[])
             as s (customer_id, run_id, step, state, reason, details, deliveries, started_at)`,
    values: [
      ...[now, column('customerId'), column('runId'), column('step'), column('state'), column('reason')],
      steps.map(({ details }) => JSON.stringify(details)),
      // An array of arrays of different lengths is none in PostgreSQL.
      steps.map(({ deliveries }) => `{${deliveries.join(',')}}`),
      column('startedAt'),
    ],
  })
}

/** How many runs of the process alerts had started on the resource in the time before this one. */
export async function countEarlierRuns(
  transaction: Transaction,
  { customerId, runId, processId, entityId, startedAt }: Pick<LockedRun, 'customerId' | 'runId' | 'processId' | 'entityId' | 'startedAt'>,
  withinMs: number,
): Promise<number> {
  const { rows } = await transaction.query<{ count: number }>({
    name: 'count-earlier-process-runs',
    text: `select count(*)::int as count from process_run
           where customer_id = $1 and process_id = $3 and entity_id = $4 and started_by is null and run_id <> $2
             and started_at > $5 and started_at <= $6`,
    values: [customerId, runId, processId, entityId, new Date(startedAt.getTime() - withinMs), startedAt],
  })
  return rows[0]?.count ?? 0
}

/** The alert in whose trail each run is told, by run: the first one of its rule, or of the incident. */
export async function findAlertsOfRunsForAllCustomers(transaction: Transaction, runs: readonly LockedRun[]): Promise<Map<string, string>> {
  const { rows } = await transaction.query<{ runId: string; alertId: string }>({
    name: 'find-alerts-of-process-runs',
    text: `select k.run_id as "runId", a.alert_id::text as "alertId"
           from unnest($1::text[], $2::bigint[], $3::text[], $4::text[]) as k (customer_id, incident_id, rule, run_id) cross join lateral (
             select alert_id from alert a where a.customer_id = k.customer_id and a.incident_id = k.incident_id
             order by a.rule = k.rule desc, a.alert_id limit 1) a`,
    values: [
      ...[runs.map(({ customerId }) => customerId), runs.map(({ incidentId }) => incidentId)],
      ...[runs.map(({ rule }) => rule), runs.map(({ runId }) => runId)],
    ],
  })
  return new Map(rows.map(({ runId, alertId }) => [runId, alertId]))
}

/** Enqueues the job of each run, which is due at once. */
export const enqueueRuns = (transaction: Transaction, customerId: string, runIds: readonly string[]): Promise<void> =>
  enqueueJobs(
    transaction,
    runIds.map((rowId) => ({ queue: runQueueName, customerId, rowId, priority: 0 })),
  )
