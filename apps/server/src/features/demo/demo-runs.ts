import type { Transaction } from '#server/platform/database/transaction.ts'
import { nordan } from './demo-customers.ts'
import { checkoutProcessId } from './demo-processes.ts'
import { insertRows } from './insert-rows.ts'

type Incident = { incidentId: string; entityId: string; openedAt: Date; resolvedAt: Date | null }
type Step = { state: 'done' | 'ended' | 'no_agent'; minutes: number; details?: Record<string, string> }

const minute = 60_000
const [firstWait, secondWait] = [5, 10]
/** All steps of the process: no agent can restart the app pool of a web app, and the ticket becomes urgent. */
const wholeRun: Step[] = [
  { state: 'done', minutes: firstWait },
  { state: 'done', minutes: 0 },
  { state: 'no_agent', minutes: 0 },
  { state: 'done', minutes: secondWait },
  { state: 'done', minutes: 0, details: { before: '2', after: '1', text: 'app-checkout still answers with errors.' } },
]

/** What the process did: it stops as soon as the incident is over. */
function stepsOf({ openedAt, resolvedAt }: Incident): { steps: Step[]; outcome: 'finished' | 'completed_early' } {
  const lasted = resolvedAt === null ? Number.POSITIVE_INFINITY : (resolvedAt.getTime() - openedAt.getTime()) / minute
  if (lasted > firstWait + secondWait) return { steps: wholeRun, outcome: 'finished' }
  if (lasted <= firstWait) return { steps: [{ state: 'ended', minutes: lasted }], outcome: 'completed_early' }
  return {
    steps: [...wholeRun.slice(0, 3), { state: 'ended', minutes: lasted - firstWait }],
    outcome: 'completed_early',
  }
}

/** The runs of the process of the checkout, one for each incident since it was created. */
export async function insertRuns(transaction: Transaction): Promise<void> {
  const { rows } = await transaction.query<Incident>(
    `select i.incident_id as "incidentId", i.entity_id as "entityId", i.opened_at as "openedAt", i.resolved_at as "resolvedAt"
     from incident i join process p using (customer_id, entity_id)
     where i.customer_id = $1 and p.process_id = $2 and i.rule = any(p.external_rules) and i.opened_at > p.created_at`,
    [nordan, checkoutProcessId],
  )
  const runs = rows.map((incident) => {
    const { steps, outcome } = stepsOf(incident)
    const startedAt = incident.openedAt.getTime() + minute
    const timed = steps.map((step, index) => {
      const before = steps.slice(0, index).reduce((sum, { minutes }) => sum + minutes, 0)
      return { ...step, from: startedAt + before * minute, to: startedAt + (before + step.minutes) * minute }
    })
    return { runId: crypto.randomUUID(), incident, timed, outcome, startedAt, endedAt: timed.at(-1)?.to ?? startedAt }
  })
  await insertRows(
    transaction,
    'process_run',
    runs.map(({ runId, incident, timed, outcome, startedAt, endedAt }) => ({
      ...{ customer_id: nordan, run_id: runId, process_id: checkoutProcessId, process_version: 1, incident_id: incident.incidentId },
      ...{ entity_id: incident.entityId, alert_rule: 'Http5xxRate', started_at: new Date(startedAt), outcome, ended_at: new Date(endedAt) },
      ...{ step: outcome === 'finished' ? timed.length : timed.length - 1, step_since: new Date(timed.at(-1)?.from ?? startedAt) },
    })),
  )
  await insertRows(
    transaction,
    'process_run_step',
    runs.flatMap(({ runId, timed }) =>
      timed.map(({ state, details = {}, from, to }, step) => ({
        ...{ customer_id: nordan, run_id: runId, step, state, reason: null, details, deliveries: [] },
        ...{ started_at: new Date(from), ended_at: new Date(to) },
      })),
    ),
  )
}
