import type { FeatureKey } from '@vakt/contract/features.ts'
import type { ProcessAction } from '@vakt/contract/processes/process-actions.ts'
import { startProcessRun } from '@vakt/contract/processes/process-runs.ts'
import { mayMachine } from '@vakt/domain/machine-callers.ts'
import { decideRun, isLoop, loopLimit, type RunStep } from '@vakt/domain/process-runs/decide-run.ts'
import { isAgentAction } from '@vakt/domain/processes/action-values.ts'
import { readCommandOutcome, type SentCommand } from '#server/features/agent-commands/command-agent.ts'
import { runQueueName } from '#server/features/agent-commands/exchange-commands.ts'
import { findProvider } from '#server/features/customers/find-provider.ts'
import { findHolding } from '#server/features/service-windows/hold-alerts.ts'
import type { Context } from '#server/platform/context.ts'
import type { DatabaseClock } from '#server/platform/database/database-time.ts'
import { type Transaction, workForAllCustomers } from '#server/platform/database/transaction.ts'
import { isPassing } from '#server/platform/http/answer-errors.ts'
import { type Job, LeaseLost } from '#server/platform/jobs/job-table.ts'
import type { JobRun, ManyJobsRun, Queue } from '#server/platform/jobs/work-queue.ts'
import { performStep } from './perform-step.ts'
import { countEarlierRuns, type LockedRun, lockRun, lockRunsForAllCustomers, type RunSubject } from './process-run-table.ts'
import { reportLoop } from './report-loop.ts'
import { automationActor, createRunWrites, type RunWrites } from './run-writes.ts'
import { done, effectKey, type RunSettings, type StepResult, withReason } from './step-result.ts'

/** A step that fails as often as this, other than because the database is away, ends its run. */
const mostAttempts = 8
/** How many runs share a transaction: delays that are due at once by the thousand are taken in time, and one long step holds up few others. */
const batchSize = 50
/** After this a transaction is committed, and the runs that are left go into the next one: a worker that is killed loses no more. */
const longestTransactionMs = 500
/** A window may be ended early: what waits for it looks again. */
const longestHoldMs = 60_000

export const runStepOf = (action: ProcessAction): RunStep => {
  if (action.type === 'delay')
    return { kind: 'delay', minutes: action.delayInMinutes, completeIfResolved: action.completeActionIfIncidentIsResolved }
  if (action.type === 'check_alerting') return { kind: 'check_alerting' }
  return { kind: isAgentAction(action) ? 'command' : 'effect' }
}

/** Until when a service window holds the resource; null: none does. */
export async function findHeldUntil(transaction: Transaction, subject: RunSubject, clock: DatabaseClock): Promise<number | null> {
  const { customerId, entityId, metricName } = subject
  const [holding] = await findHolding(transaction, customerId, [{ entityId, metricName }], clock)
  return holding?.[0]?.endsAt ?? null
}

/** Automation is of the environment: without it nothing is done, whatever the process says. */
export const isAutomationAllowed = ({ enabledFeatures }: RunSubject): boolean =>
  mayMachine('automation', { enabledFeatures: enabledFeatures as FeatureKey[] | null }, startProcessRun.access)

type Turn = {
  transaction: Transaction
  context: Context
  run: LockedRun
  settings: RunSettings
  writes: RunWrites
  findHeldUntil: () => Promise<number | null>
  /** Other runs are taken further with it: what is due of all of them begins before the effects of one. */
  isShared: boolean
}

const isNew = ({ step, waitsFor }: LockedRun) => step === 0 && waitsFor === null

/** True: the run is stopped, because the process starts itself again and again. */
async function beginRun({ transaction, context, run, settings, writes }: Turn): Promise<boolean> {
  writes.note(run, 'process-started')
  const earlier = run.isByHand ? 0 : await countEarlierRuns(transaction, run, loopLimit.withinMs)
  if (!isLoop(earlier)) return false
  writes.end(run, 'loop')
  if (earlier === loopLimit.runs) await reportLoop(transaction, context, run, { runs: earlier, settings })
  return true
}

/** Carries out a step, and answers what came of it. */
async function act({ transaction, context, run, settings, writes }: Turn, step: number): Promise<StepResult> {
  const action = run.actions[step]
  if (!action || action.type === 'delay' || action.type === 'check_alerting')
    throw new Error('A step without an effect was to be carried out.')
  const automation: Context = { ...context, actor: automationActor(run) }
  const findProviderId = async () => (await findProvider(transaction))?.customerId ?? ''
  const at = { transaction, context: automation, run: { ...run, step }, settings, findProviderId }
  const result = await performStep(at, action)
  // One that others of the batch went before began when its delay was over.
  const since = step > 0 && run.step === step && run.waitsFor === null ? run.stepSince : context.now
  writes.step(run, step, since, result)
  writes.effect(run, { step, type: action.type, result })
  return result
}

/** What came of the command that the current step sent; undefined where it has sent none. */
async function readSentCommand({ transaction, run }: Turn, step: number): Promise<SentCommand | undefined> {
  const action = run.actions[step]
  if (run.waitsFor !== 'command' || run.step !== step || !action) return undefined
  const commandId = effectKey({ ...run, step }, action.type)
  // It goes with its agent.
  return (await readCommandOutcome(transaction, run.customerId, commandId)) ?? { state: 'unknown', openUntil: null }
}

type Next = { kind: 'ended' } | { kind: 'again' } | { kind: 'begun' } | { kind: 'due'; at: Date }

/** Goes on to where the run waits or ends, or to its second effect, which has a transaction of its own. */
async function advance(turn: Turn): Promise<Next> {
  const { context, run, writes } = turn
  const { now } = context
  if (isNew(run) && (await beginRun(turn))) return { kind: 'ended' }
  const steps = run.actions.map(runStepOf)
  let position = { step: run.step, since: run.stepSince }
  let sent = await readSentCommand(turn, run.step)
  let hasActed = false
  let hasWaited = false
  for (;;) {
    const kind = steps[position.step]?.kind
    const isEffect = kind === 'effect' || (kind === 'command' && !sent)
    if ((hasActed || (hasWaited && turn.isShared)) && isEffect) {
      writes.move(run, position)
      return { kind: hasActed ? 'again' : 'begun' }
    }
    // What people start by hand goes on.
    const heldUntil = !run.isByHand && isEffect ? await turn.findHeldUntil() : null
    const decision = decideRun(
      steps,
      { step: position.step, since: position.since.getTime() },
      {
        isResolved: run.incidentState === 'resolved',
        isAlerting: run.isAlerting,
        heldUntil,
        ...(sent && { commandOpenUntil: sent.openUntil?.getTime() ?? null }),
        isAllowed: isAutomationAllowed(run),
        now: now.getTime(),
      },
    )
    if (decision.kind === 'end') {
      if (decision.step !== null) writes.step(run, decision.step, position.since, withReason('ended', decision.outcome))
      writes.end(run, decision.outcome, position.step)
      return { kind: 'ended' }
    }
    if (decision.kind === 'wait') {
      const { reason: waitsFor, until } = decision
      const waitsUntil = new Date(until)
      writes.move(run, { ...position, waitsFor, waitsUntil })
      if (run.waitsFor !== waitsFor || run.step !== position.step)
        writes.note(run, `process-waits-${waitsFor}`, { step: String(position.step + 1), until: waitsUntil.toISOString() })
      return { kind: 'due', at: waitsFor === 'window' ? new Date(Math.min(until, now.getTime() + longestHoldMs)) : waitsUntil }
    }
    const { step } = decision
    if (decision.kind === 'act') {
      const { details } = await act(turn, step)
      hasActed = true
      if (kind === 'command' && details.commandId) {
        sent = await readCommandOutcome(turn.transaction, run.customerId, details.commandId)
        if (sent) continue
      }
    } else if (sent) {
      writes.outcome(run, step, sent)
      sent = undefined
    } else {
      hasWaited ||= kind === 'delay'
      writes.step(run, step, position.since, done())
    }
    position = { step: step + 1, since: now }
  }
}

/** Until when a window holds the resource of each run; one question for each customer. */
function createHoldReader(
  transaction: Transaction,
  runs: readonly LockedRun[],
  clock: DatabaseClock,
): (run: LockedRun) => Promise<number | null> {
  const byCustomer = new Map<string, Promise<Map<string, number | null>>>()
  const read = async (customerId: string) => {
    const ofCustomer = runs.filter((run) => run.customerId === customerId)
    const holding = await findHolding(transaction, customerId, ofCustomer, clock)
    return new Map(ofCustomer.map(({ runId }, index) => [runId, holding[index]?.[0]?.endsAt ?? null]))
  }
  return async ({ customerId, runId }) => {
    const asked = byCustomer.get(customerId) ?? read(customerId)
    byCustomer.set(customerId, asked)
    return (await asked).get(runId) ?? null
  }
}

/**
 * One transaction: what the steps do, that they did it, and where the runs are now are kept together, or not at all. Answers the jobs whose runs
 * have more to do at once. Of the runs on one incident it takes one, since the next depends on what that one did.
 */
async function takeTurns(
  context: Context,
  jobs: readonly Job[],
  finish: ManyJobsRun['finish'],
  settings: RunSettings,
): Promise<readonly Job[]> {
  return workForAllCustomers(context, async (transaction) => {
    const runs = await lockRunsForAllCustomers(
      transaction,
      jobs.map(({ customerId, rowId }) => ({ customerId, runId: rowId })),
    )
    const byId = new Map(runs.map((run) => [run.runId, run]))
    const findHeld = createHoldReader(transaction, runs, context)
    const writes = createRunWrites(context)
    const finished: { job: Job; due: Date | null }[] = []
    const again: Job[] = []
    const incidents = new Set<string>()
    const startedAt = performance.now()
    for (const job of jobs) {
      const run = byId.get(job.rowId)
      if (!run || run.outcome !== null) {
        finished.push({ job, due: null })
        continue
      }
      const isLate = incidents.size > 0 && performance.now() - startedAt > longestTransactionMs
      if (isLate || incidents.has(run.incidentId)) {
        again.push(job)
        continue
      }
      incidents.add(run.incidentId)
      const isShared = jobs.length > 1
      const next = await advance({ transaction, context, run, settings, writes, findHeldUntil: () => findHeld(run), isShared })
      if (next.kind === 'again') again.push(job)
      // Behind the delays that are due by now.
      else if (next.kind === 'begun') finished.push({ job, due: context.now })
      else finished.push({ job, due: next.kind === 'due' ? next.at : null })
    }
    await writes.send(transaction)
    await finish(transaction, finished)
    return again
  })
}

async function takeAllTurns(jobs: readonly Job[], { createContext, signal, finish }: ManyJobsRun, settings: RunSettings): Promise<void> {
  for (let left = jobs; left.length > 0; ) {
    left = await takeTurns(createContext(), left, finish, settings)
    if (signal.aborted) throw new LeaseLost('The process stops.')
  }
}

/** The step goes on failing: the run ends, and says at which one. */
async function giveUp(context: Context, { customerId, rowId }: Job): Promise<void> {
  await workForAllCustomers(context, async (transaction) => {
    const run = await lockRun(transaction, customerId, rowId)
    if (!run || run.outcome !== null) return
    const writes = createRunWrites(context)
    if (run.waitsFor !== 'command') writes.step(run, run.step, run.stepSince, withReason('failed', 'error'))
    writes.end(run, 'failed')
    await writes.send(transaction)
  })
}

async function runProcess(job: Job, { createContext, finish, signal }: JobRun, settings: RunSettings): Promise<void> {
  const finishOne: ManyJobsRun['finish'] = async (transaction, finished) => {
    for (const { due } of finished) await finish(transaction, due)
  }
  try {
    await takeAllTurns([job], { createContext, signal, finish: finishOne }, settings)
  } catch (error) {
    if (error instanceof Error && !(error instanceof LeaseLost) && !isPassing(error) && job.attempts >= mostAttempts)
      await giveUp(createContext(), job)
    throw error
  }
}

/** Takes the steps of runs of processes, each when it is due. */
export const processRunQueues = (settings: RunSettings): Record<string, Queue> => ({
  [runQueueName]: {
    slots: 2 * batchSize,
    // The others are free for what falls due of other customers meanwhile.
    maxPerCustomer: 1.5 * batchSize,
    maxPerKey: 1.5 * batchSize,
    leaseSeconds: 20,
    maxAttempts: 100,
    run: (job, at) => runProcess(job, at, settings),
    together: { size: batchSize, run: (jobs, at) => takeAllTurns(jobs, at, settings) },
  },
})
