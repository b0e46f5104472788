import { isDeepStrictEqual } from 'node:util'
import type {
  AgentConfiguration,
  AgentConfigurationContent,
  AgentConfigurationVersion,
  SaveAgentConfiguration,
} from '@vakt/contract/agents/agent-configurations.ts'
import { type ContentProblemKey, problemsOfContent } from '@vakt/domain/agent-configurations/check-content.ts'
import { differencesBetween, emptyConfiguration } from '@vakt/domain/agent-configurations/configuration.ts'
import { mergeConfiguration, overfullField } from '@vakt/domain/agent-configurations/merge-configuration.ts'
import { type Context, nameOfActor } from '#server/platform/context.ts'
import { inTransaction, type Transaction } from '#server/platform/database/transaction.ts'
import { Conflict, Invalid, NotFound } from '#server/platform/errors.ts'
import { readUuid } from '#server/platform/ids.ts'
import { announce } from '#server/platform/live/announce.ts'
import { recordAction } from '#server/platform/record-action.ts'
import {
  type EnrolledRow,
  hasEntity,
  insertVersion,
  lockConfiguration,
  readDesired,
  readEnrolledAgent,
  readLastEnd,
  readReport,
  readReportState,
  readVersion,
  readVersions,
  type VersionRow,
} from './configuration-table.ts'

type Of = { customerId: string; entityId: string }

const shownVersions = 50

function presentAgent({ dropped, droppedSince, droppedAt, droppedWhy: why, ...agent }: EnrolledRow): AgentConfiguration['agent'] {
  return {
    ...agent,
    enrolledAt: agent.enrolledAt.toISOString(),
    copiedSince: agent.copiedSince?.toISOString() ?? null,
    refusesCommandsSince: agent.refusesCommandsSince?.toISOString() ?? null,
    droppedPoints: why && { points: dropped, since: droppedSince.toISOString(), lastAt: droppedAt.toISOString(), why },
  }
}

async function present(transaction: Transaction, { customerId, entityId }: Of): Promise<AgentConfiguration> {
  if (!(await hasEntity(transaction, customerId, entityId))) throw new NotFound()
  const desired = await readDesired(transaction, customerId, entityId)
  const report = await readReport(transaction, customerId, entityId)
  const agent = await readEnrolledAgent(transaction, customerId, entityId)
  const endedAt = agent ? undefined : await readLastEnd(transaction, customerId, entityId)
  return {
    configurationId: desired?.configurationId ?? null,
    version: desired?.version ?? 0,
    content: desired?.content ?? emptyConfiguration,
    own: desired?.own ?? emptyConfiguration,
    sources: desired ? mergeConfiguration(desired.own, desired.excluded, desired.parts).sources : [],
    changedAt: desired?.changedAt.toISOString() ?? null,
    changedBy: desired?.changedBy ?? null,
    report: report
      ? {
          ...report,
          lastContactAt: report.lastContactAt.toISOString(),
          startedAt: report.startedAt?.toISOString() ?? null,
          appliedAt: report.appliedAt?.toISOString() ?? null,
        }
      : null,
    agent: agent ? presentAgent(agent) : null,
    agentEndedAt: endedAt?.toISOString() ?? null,
  }
}

export function getConfiguration(context: Context, customerId: string, id: string): Promise<AgentConfiguration> {
  const entityId = readUuid(id)
  return inTransaction(context, customerId, (transaction) => present(transaction, { customerId, entityId }))
}

export function listVersions(context: Context, customerId: string, id: string): Promise<AgentConfigurationVersion[]> {
  const entityId = readUuid(id)
  return inTransaction(context, customerId, async (transaction) => {
    if (!(await hasEntity(transaction, customerId, entityId))) throw new NotFound()
    const versions = await readVersions(transaction, customerId, entityId, shownVersions)
    return versions.map(({ own: _, excluded: _excluded, parts, ...version }) => ({
      ...version,
      changedAt: version.changedAt.toISOString(),
      templates: parts.map(({ content: _content, ...part }) => part),
    }))
  })
}

type Change = Pick<VersionRow, 'own' | 'excluded' | 'parts' | 'restoredVersion' | 'problem'> & { action: string }

/** One more version, in a transaction that holds the configuration. */
export async function addVersion(
  transaction: Transaction,
  context: Pick<Context, 'actor' | 'now' | 'requestId'>,
  { customerId, entityId }: Of,
  { action, ...to }: Change,
  before: VersionRow | undefined,
): Promise<void> {
  const reported = await readReportState(transaction, customerId, entityId)
  const version = nextVersion(before?.version ?? 0, reported)
  const { content } = mergeConfiguration(to.own, to.excluded, to.parts)
  await insertVersion(transaction, customerId, entityId, {
    ...to,
    content,
    version,
    changedAt: context.now,
    changedBy: nameOfActor(context.actor),
  })
  await recordAction(transaction, context, customerId, {
    action,
    target: `entity ${entityId}`,
    details: { version, changes: differencesBetween(before?.content ?? emptyConfiguration, content) },
  })
  announce(transaction, { type: 'agent-configuration.changed', customerId, entityId })
}

/** More of a lead is no agent's that kept to the numbers of Vakt. */
const mostAhead = 10_000

/** Above what the agent has, which can be ahead: when an older backup is restored, it ran versions that the database no longer knows. */
function nextVersion(desired: number, reported: { appliedVersion: number; failedVersion: number | null } | undefined): number {
  const ahead = [reported?.appliedVersion ?? 0, reported?.failedVersion ?? 0].filter((version) => version <= desired + mostAhead)
  return Math.max(desired, ...ahead) + 1
}

/** In a transaction that holds the configuration: what is desired now, when it is still what the caller saw. */
async function lockAsSeen(transaction: Transaction, { customerId, entityId }: Of, seen: number): Promise<VersionRow | undefined> {
  if (!(await hasEntity(transaction, customerId, entityId))) throw new NotFound()
  if ((await lockConfiguration(transaction, customerId, entityId)) !== seen)
    throw Conflict.field('version', 'Someone else changed this configuration. Reload it and try again.', 'agent_configuration.changed')
  return readDesired(transaction, customerId, entityId)
}

const problemMessages: Record<ContentProblemKey, string> = {
  'agent_configuration.pattern_invalid':
    'This is not a regular expression that RE2 can use: it has neither lookaround nor back references.',
  'agent_configuration.pattern_large': 'This regular expression is too large. Use fewer nested repetitions.',
  'agent_configuration.twice': 'This is listed twice.',
  'agent_configuration.url_wrong': 'Write an address that begins with https:// or http://.',
  'agent_configuration.url_password': 'An address cannot contain a user name or password.',
}

export function checkContent(content: AgentConfigurationContent): void {
  const problems = problemsOfContent(content)
  if (problems.length === 0) return
  throw new Invalid(
    problems.map(({ property, key }) => ({
      property: `content.${property}`,
      message: problemMessages[key],
      message_translation_key: key,
    })),
  )
}

function checkSize(content: AgentConfigurationContent): void {
  const field = overfullField(content)
  if (field)
    throw Invalid.field(
      `content.${field}`,
      'With those of its templates these are more than an agent takes.',
      'agent_configuration.too_many',
    )
}

/** What is the same as before makes no new version. */
export function saveConfiguration(
  context: Context,
  customerId: string,
  id: string,
  { content: own, excluded: wanted, version }: SaveAgentConfiguration,
): Promise<AgentConfiguration> {
  const entityId = readUuid(id)
  checkContent(own)
  return inTransaction(context, customerId, async (transaction) => {
    const before = await lockAsSeen(transaction, { customerId, entityId }, version)
    const { excluded: excludedBefore = [], parts = [] } = before ?? {}
    const excluded = wanted ?? excludedBefore
    if (!isDeepStrictEqual([before?.own ?? emptyConfiguration, excludedBefore], [own, excluded])) {
      checkSize(mergeConfiguration(own, excluded, parts).content)
      const change = { action: 'agent_configuration.save', own, excluded, parts, restoredVersion: null, problem: null }
      await addVersion(transaction, context, { customerId, entityId }, change, before)
    }
    return present(transaction, { customerId, entityId })
  })
}

/** What an earlier version said becomes the newest one: numbers only go up, so that no agent takes an old one for new. */
export function restoreConfiguration(
  context: Context,
  customerId: string,
  id: string,
  { restoredVersion, version }: { restoredVersion: number; version: number },
): Promise<AgentConfiguration> {
  const entityId = readUuid(id)
  return inTransaction(context, customerId, async (transaction) => {
    const before = await lockAsSeen(transaction, { customerId, entityId }, version)
    const earlier = await readVersion(transaction, customerId, entityId, restoredVersion)
    if (!earlier || restoredVersion === version)
      throw Invalid.field('restoredVersion', 'Choose an earlier version.', 'agent_configuration.no_such_version')
    // Its templates go on counting.
    const { own, excluded } = earlier
    const { parts = [] } = before ?? {}
    checkSize(mergeConfiguration(own, excluded, parts).content)
    const change = { action: 'agent_configuration.restore', own, excluded, parts, restoredVersion, problem: null }
    await addVersion(transaction, context, { customerId, entityId }, change, before)
    return present(transaction, { customerId, entityId })
  })
}
