import type { AgentCommandAnswer, AgentCommandResult, AllowedNames } from '@vakt/contract/agents/agent-protocol.ts'
import type { AgentCommandPayload } from '@vakt/domain/agents/agent-command.ts'
import { desiredVersionOf } from '#server/features/agent-configurations/desired-version.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction, type Transaction, workForAllCustomers } from '#server/platform/database/transaction.ts'
import { enqueueJobs } from '#server/platform/jobs/job-table.ts'
import { announce } from '#server/platform/live/announce.ts'
import { recordAction } from '#server/platform/record-action.ts'
import { agentActor } from './agent-actor.ts'
import { writeAllowList } from './allow-list-table.ts'
import type { CommandSigner } from './command-signer.ts'
import { endOldCommandsForAllCustomers, type TakenCommand, takeNextCommand, writeResult } from './command-table.ts'
import type { HeldRequests } from './held-requests.ts'

/** Shorter than proxies and the agent wait. Spread, so that agents that came together do not go on coming together. */
const holdMs = () => 35_000 + Math.random() * 15_000
/** Carrying out a command takes an agent a minute for each name at most; after this its silence is an answer. */
export const silentMs = 10 * 60_000

type Exchange = { pool: Context['pool']; signer: CommandSigner; held: HeldRequests }
type Agent = { agentId: string; customerId: string; entityId: string | null; hostname: string }

type Awaited = { command?: TakenCommand | undefined; desiredVersion?: number }

/**
 * The next command of an agent, which is handed over this once, or that there is a configuration it does not know; waits for one of them for a
 * while. A copy of a machine gets none.
 */
export async function nextCommand(
  { pool, signer, held }: Exchange,
  agent: Agent,
  { knownVersion, allowed, gone }: { knownVersion?: number | undefined; allowed?: AllowedNames | undefined; gone: AbortSignal },
): Promise<AgentCommandAnswer> {
  const { agentId, customerId, entityId } = agent
  const take = (names?: AllowedNames): Promise<Awaited> =>
    inTransaction({ pool }, customerId, async (transaction) => {
      // They go out together: each turn to the database costs more than its statements.
      const [command, desiredVersion] = await Promise.all([
        takeNextCommand(transaction, customerId, agentId, new Date()),
        knownVersion === undefined || entityId === null ? null : desiredVersionOf(transaction, customerId, entityId),
        names && writeAllowList(transaction, customerId, { agentId, allowed: names, now: new Date() }),
      ])
      if (command || desiredVersion === null || knownVersion === undefined) return { command }
      return desiredVersion > knownVersion ? { desiredVersion } : {}
    })
  let found = await take(allowed)
  if (!found.command && found.desiredVersion === undefined) {
    // Where nothing woke it there is nothing to look for: what was missed is found by its next request, which comes at once.
    const isWoken = await held.wait(agent, holdMs(), gone)
    found = isWoken && !gone.aborted ? await take() : {}
  }
  const { command, desiredVersion } = found
  if (!command) return { command: null, ...(desiredVersion !== undefined && { desiredVersion }) }
  const { commandId, sequence, issuedAt, expiresAt, kind, names } = command
  const content: AgentCommandPayload = {
    ...{ agentId, customerId, commandId, sequence, kind, names: [...names] },
    ...{ issuedAt: issuedAt.toISOString(), expiresAt: expiresAt.toISOString() },
  }
  const payload = JSON.stringify(content)
  return { command: { commandId, payload, signature: signer.sign(payload) } }
}

/** The queue of runs, which wait for the outcomes of their commands. */
export const runQueueName = 'process-run'

/** Wakes the run that waits for the outcome, and open browsers. */
async function wakeRun(transaction: Transaction, customerId: string, runId: string | null): Promise<void> {
  if (!runId) return
  await enqueueJobs(transaction, [{ queue: runQueueName, customerId, rowId: runId, priority: 0 }])
  announce(transaction, { type: 'process-run.changed', customerId, runIds: [runId] })
}

/** Keeps what came of a command. One that is not the agent's, or was told before, changes nothing. */
export async function noteResult(context: Pick<Context, 'pool' | 'now'>, agent: Omit<Agent, 'entityId'>, result: AgentCommandResult) {
  const { agentId, customerId } = agent
  await inTransaction(context, customerId, async (transaction) => {
    const command = await writeResult(transaction, customerId, agentId, result, context.now)
    if (!command) return
    const { kind, names, runId } = command
    const { state, reason } = result
    const details = { kind, names, state, ...(reason && { reason }) }
    await recordAction(transaction, { actor: agentActor(agent), now: context.now, requestId: null }, customerId, {
      action: 'agent.command',
      target: agentId,
      details,
    })
    await wakeRun(transaction, customerId, runId)
  })
}

/** Ends commands that nobody fetched in time, or that an agent took and never answered. */
export async function endOldCommands(context: Context): Promise<void> {
  const { now } = context
  await workForAllCustomers(context, async (transaction) => {
    const ended = await endOldCommandsForAllCustomers(transaction, { now, silentSince: new Date(now.getTime() - silentMs) })
    for (const { customerId, runId } of ended) await wakeRun(transaction, customerId, runId)
  })
}
