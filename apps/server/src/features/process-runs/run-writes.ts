import type { SentCommand } from '#server/features/agent-commands/command-agent.ts'
import { insertTrail, type TrailEntry } from '#server/features/incidents/intake/alert-states.ts'
import type { Actor, Context } from '#server/platform/context.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { type AnnouncedEvent, announce } from '#server/platform/live/announce.ts'
import { type DoneAction, recordActions } from '#server/platform/record-action.ts'
import {
  type Ended,
  endRunsForAllCustomers,
  findAlertsOfRunsForAllCustomers,
  insertStepsForAllCustomers,
  type LockedRun,
  type Move,
  moveRunsForAllCustomers,
  type NewStep,
  type RunOutcome,
} from './process-run-table.ts'
import type { StepResult } from './step-result.ts'

/** The process as who acts. */
export const automationActor = ({ processId, processName }: Pick<LockedRun, 'processId' | 'processName'>): Actor => ({
  type: 'system',
  job: 'automation',
  machine: { kind: 'automation', id: processId, name: processName },
})

type Noted = { run: LockedRun; step: string; details: Record<string, string> }

/** What a transaction has to write of the runs that it takes further, collected so that it is a few statements for all of them. */
export function createRunWrites(context: Context) {
  const steps: (NewStep & { customerId: string; runId: string })[] = []
  const moves = new Map<string, Move>()
  const ended: Ended[] = []
  const actions: DoneAction[] = []
  const noted: Noted[] = []

  const note = (run: LockedRun, step: string, details: Record<string, string> = {}) => void noted.push({ run, step, details })

  async function sendTrails(transaction: Transaction): Promise<void> {
    const runs = [...new Map(noted.map(({ run }) => [run.runId, run])).values()]
    const alerts = await findAlertsOfRunsForAllCustomers(transaction, runs)
    const entries = noted.flatMap(({ run: { customerId, runId, processName }, step, details }) => {
      const alertId = alerts.get(runId)
      const entry: TrailEntry | undefined = alertId ? { alertId, step, details: { process: processName, runId, ...details } } : undefined
      return entry ? [{ customerId, entry }] : []
    })
    for (const [customerId, ofCustomer] of Map.groupBy(entries, (one) => one.customerId))
      await insertTrail(
        transaction,
        customerId,
        ofCustomer.map(({ entry }) => entry),
        context.now,
      )
    for (const { customerId, runId, incidentId, ticketId } of runs) {
      const events: AnnouncedEvent[] = [
        { type: 'process-run.changed', customerId, runIds: [runId] },
        { type: 'incident.changed', customerId, incidentIds: [incidentId] },
        ...(ticketId ? [{ type: 'ticket.changed' as const, customerId, ticketId }] : []),
      ]
      announce(transaction, ...events)
    }
  }

  return {
    /** In the trail of its alert, and to open browsers. */
    note,
    step({ customerId, runId }: LockedRun, step: number, since: Date, result: StepResult): void {
      steps.push({ ...result, customerId, runId, step, startedAt: since })
    },
    /** In the audit log and the trail. */
    effect(run: LockedRun, { step, type, result }: { step: number; type: string; result: StepResult }): void {
      const { customerId, runId, processName } = run
      const { state, reason } = result
      const details = { process: processName, step: step + 1, type, state, ...(reason && { reason }) }
      actions.push({ customerId, action: 'process-run.step', target: `process run ${runId}`, details, actor: automationActor(run) })
      note(run, `process-step-${state}`, { step: String(step + 1), type, ...(reason && { reason }) })
    },
    /** Of a command, in the trail: the audit log has it from the agent. */
    outcome(run: LockedRun, step: number, { state }: SentCommand): void {
      const type = run.actions[step]?.type ?? ''
      const came = state === 'done' ? 'done' : state === 'refused' || state === 'failed' || state === 'expired' ? 'failed' : 'unknown'
      note(run, `process-step-${came}`, {
        step: String(step + 1),
        type,
        ...(state !== 'done' && { reason: `agent_${came === 'unknown' ? came : state}` }),
      })
    },
    move({ customerId, runId }: LockedRun, position: Omit<Move, 'customerId' | 'runId'>): void {
      moves.set(runId, { customerId, runId, ...position })
    },
    end(run: LockedRun, outcome: RunOutcome, step = run.step): void {
      ended.push({ customerId: run.customerId, runId: run.runId, outcome, step })
      note(run, 'process-ended', { outcome })
    },
    async send(transaction: Transaction): Promise<void> {
      await insertStepsForAllCustomers(transaction, steps, context.now)
      await moveRunsForAllCustomers(transaction, [...moves.values()])
      await endRunsForAllCustomers(transaction, ended, context.now)
      await recordActions(transaction, context, actions)
      if (noted.length > 0) await sendTrails(transaction)
    },
  }
}

export type RunWrites = ReturnType<typeof createRunWrites>
