import { type Context, nameOfActor } from '#server/platform/context.ts'
import { inTransaction, type Transaction } from '#server/platform/database/transaction.ts'
import { Conflict, NotFound } from '#server/platform/errors.ts'
import type { CallContext } from '#server/platform/http/serve.ts'
import { keepAnswer } from '#server/platform/idempotency/keep-answer.ts'
import { readNumericId, readUuid } from '#server/platform/ids.ts'
import { announce } from '#server/platform/live/announce.ts'
import { recordAction } from '#server/platform/record-action.ts'
import {
  endRunsForAllCustomers,
  enqueueRuns,
  insertStepsForAllCustomers,
  type LockedRun,
  lockRun,
  moveRunsForAllCustomers,
  readSubject,
} from './process-run-table.ts'
import { insertRunByHand, isProcessThere } from './start-run-table.ts'

async function noteHandled(
  transaction: Transaction,
  context: Context,
  { customerId, runId, incidentId }: { customerId: string; runId: string; incidentId: string },
  { action, details }: { action: string; details: Record<string, unknown> },
): Promise<void> {
  await recordAction(transaction, context, customerId, { action, target: `process run ${runId}`, details })
  announce(
    transaction,
    { type: 'process-run.changed', customerId, runIds: [runId] },
    { type: 'incident.changed', customerId, incidentIds: [incidentId] },
  )
}

async function lockRunUnderWay(transaction: Transaction, customerId: string, runId: string): Promise<LockedRun> {
  const run = await lockRun(transaction, customerId, runId)
  if (!run) throw new NotFound()
  if (run.outcome !== null) throw Conflict.field('', 'The run has ended.', 'process_run.ended')
  return run
}

export async function stopRun(context: Context, customerId: string, id: string): Promise<undefined> {
  const runId = readUuid(id)
  const { now, actor } = context
  await inTransaction(context, customerId, async (transaction) => {
    const run = await lockRunUnderWay(transaction, customerId, runId)
    await endRunsForAllCustomers(transaction, [{ customerId, runId, outcome: 'stopped', step: run.step, by: nameOfActor(actor) }], now)
    await noteHandled(transaction, context, run, { action: 'process-run.stop', details: { process: run.processName, step: run.step + 1 } })
  })
}

/** Goes past the step that the caller saw as the current one. */
export async function skipStep(context: Context, customerId: string, id: string, step: number): Promise<undefined> {
  const runId = readUuid(id)
  const { now, actor } = context
  await inTransaction(context, customerId, async (transaction) => {
    const run = await lockRunUnderWay(transaction, customerId, runId)
    const action = run.actions[step]
    if (run.step !== step || !action)
      throw Conflict.field('step', 'The run has gone on: another step is the current one.', 'process_run.other_step')
    const details = { text: nameOfActor(actor) }
    const skipped = { step, state: 'skipped', reason: 'by_person', details, deliveries: [], startedAt: run.stepSince } as const
    // What waits for the outcome of a command was written when it was sent: the run goes on without waiting.
    if (run.waitsFor !== 'command') await insertStepsForAllCustomers(transaction, [{ customerId, runId, ...skipped }], now)
    await moveRunsForAllCustomers(transaction, [{ customerId, runId, step: step + 1, since: now }])
    await enqueueRuns(transaction, customerId, [runId])
    const what = { process: run.processName, step: step + 1, type: action.type }
    await noteHandled(transaction, context, run, { action: 'process-run.skip', details: what })
  })
}

export async function startRunByHand(
  context: CallContext,
  customerId: string,
  { incidentId: incident, processId: process }: { incidentId: string; processId: string },
): Promise<{ runId: string }> {
  const incidentId = readNumericId(incident)
  const processId = readUuid(process)
  return inTransaction(context, customerId, async (transaction) => {
    const subject = await readSubject(transaction, customerId, incidentId)
    if (!subject) throw new NotFound()
    if (!(await isProcessThere(transaction, customerId, processId)))
      throw Conflict.field('processId', 'This process does not exist any more.', 'process_run.process_unknown')
    const by = nameOfActor(context.actor)
    const started = await insertRunByHand(transaction, customerId, { processId, incidentId, by, now: context.now })
    if (!started) throw Conflict.field('processId', 'This process was started by hand and is still under way.', 'process_run.under_way')
    const { runId, processName } = started
    await enqueueRuns(transaction, customerId, [runId])
    const details = { process: processName, incident: incidentId }
    await noteHandled(transaction, context, { customerId, runId, incidentId }, { action: 'process-run.start', details })
    await keepAnswer(transaction, context, customerId, { runId })
    return { runId }
  })
}
