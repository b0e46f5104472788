import { isDeepStrictEqual } from 'node:util'
import type { AgentConfigurationContent, AgentFindings } from '@vakt/contract/agents/agent-configurations.ts'
import { emptyConfiguration } from '@vakt/domain/agent-configurations/configuration.ts'
import type { Context } from '#server/platform/context.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { announce } from '#server/platform/live/announce.ts'
import {
  lockConfiguration,
  type ReportState,
  readDesired,
  readReportState,
  readVersion,
  type VersionRow,
  writeReport,
} from './configuration-table.ts'
import { addVersion } from './manage-configuration.ts'

/** What the agent of a resource is to watch, with its version; 0 and nothing before the first change. */
export async function configurationOf(
  transaction: Transaction,
  customerId: string,
  entityId: string,
): Promise<{ version: number; content: AgentConfigurationContent }> {
  const desired = await readDesired(transaction, customerId, entityId)
  return { version: desired?.version ?? 0, content: desired?.content ?? emptyConfiguration }
}

/** What an agent says of itself in a report. */
type ReportedConfiguration = {
  agentVersion: string
  platform: 'linux' | 'windows'
  at: Date
  /** When the program started; null of an agent that does not say so. */
  startedAt: Date | null
  appliedVersion: number
  /** The version that it could not apply, and why. */
  failed: { version: number; problem: string } | null
  /** Null: as it said before. */
  found: AgentFindings | null
}

const maxProblemLength = 500
/** A machine whose clock is corrected reports another moment each time. */
const startToleranceMs = 60_000

/**
 * Keeps what an agent reported, in the transaction of its report, once that is `accepted`. Where it could not apply the desired version, that is rolled back at
 * once to the one that it runs. Answers whether it is the first report for the resource.
 */
export async function noteAgentReport(
  transaction: Transaction,
  context: Pick<Context, 'actor' | 'now' | 'requestId'>,
  { customerId, entityId }: { customerId: string; entityId: string },
  { at, startedAt, failed, found, appliedVersion, ...agent }: ReportedConfiguration,
  accepted?: Promise<unknown>,
): Promise<{ isFirst: boolean }> {
  const [before] = await Promise.all([readReportState(transaction, customerId, entityId), accepted])
  const hasApplied = before?.appliedVersion !== appliedVersion
  const state: ReportState = {
    ...agent,
    // The clock of the machine may be ahead.
    startedAt: startedAt && startedAt > at ? at : startedAt,
    appliedVersion,
    appliedAt: hasApplied ? (appliedVersion > 0 ? at : null) : (before?.appliedAt ?? null),
    failedVersion: failed?.version ?? null,
    problem: failed?.problem.slice(0, maxProblemLength) ?? null,
  }
  // Most reports say what the one before said. When the agent was heard last is kept apart, in a narrow table.
  if (found !== null || !before || isChanged(before, state))
    await writeReport(transaction, customerId, entityId, { ...state, lastContactAt: at, found })
  const isNews = !before || hasApplied || before.failedVersion !== state.failedVersion || found !== null
  if (isNews) announce(transaction, { type: 'agent-configuration.changed', customerId, entityId })
  if (failed && before?.failedVersion !== failed.version)
    await rollBackFailed(transaction, context, { customerId, entityId }, { ...failed, problem: state.problem ?? '', appliedVersion })
  return { isFirst: !before }
}

function isChanged({ startedAt: startedBefore, ...before }: ReportState, { startedAt, ...after }: ReportState): boolean {
  const startMoved = Math.abs((startedAt?.getTime() ?? 0) - (startedBefore?.getTime() ?? 0))
  return startMoved > startToleranceMs || !isDeepStrictEqual(before, after)
}

async function rollBackFailed(
  transaction: Transaction,
  context: Pick<Context, 'actor' | 'now' | 'requestId'>,
  { customerId, entityId }: { customerId: string; entityId: string },
  { version, problem, appliedVersion }: { version: number; problem: string; appliedVersion: number },
): Promise<void> {
  // Someone may have saved another one meanwhile, which the agent has not tried yet.
  if ((await lockConfiguration(transaction, customerId, entityId)) !== version) return
  const desired = await readDesired(transaction, customerId, entityId)
  const applied: Pick<VersionRow, 'own' | 'excluded' | 'parts'> | undefined =
    appliedVersion === 0
      ? { own: emptyConfiguration, excluded: [], parts: [] }
      : await readVersion(transaction, customerId, entityId, appliedVersion)
  if (!desired || !applied) return
  const { own, excluded, parts } = applied
  const change = { action: 'agent_configuration.roll_back', own, excluded, parts, restoredVersion: appliedVersion, problem }
  await addVersion(transaction, context, { customerId, entityId }, change, desired)
}
