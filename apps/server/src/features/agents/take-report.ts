import { randomBytes } from 'node:crypto'
import type { AgentReport, AgentReportAnswer, CommandKeyChange } from '@vakt/contract/agents/agent-protocol.ts'
import { agentActor } from '#server/features/agent-commands/agent-actor.ts'
import type { CommandSigner } from '#server/features/agent-commands/command-signer.ts'
import { desiredVersionOf } from '#server/features/agent-configurations/desired-version.ts'
import { configurationOf, noteAgentReport } from '#server/features/agent-configurations/report-configuration.ts'
import { type PointParts, takePoints } from '#server/features/metrics/take-points.ts'
import { PointCollector, type SentPoints, type SentSeries } from '#server/features/metrics/wire/sent-points.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction, type Transaction } from '#server/platform/database/transaction.ts'
import { type KnownAgent, lockAgentContact, writeAgentContact, writeAgentFacts } from './agent-table.ts'
import { findEntityOfHost } from './find-entity-of-host.ts'
import { AgentRefused } from './refuse-agent.ts'

/** A clock that is off by less is not written down again. */
const clockChangeSeconds = 5

type Taking = Pick<Context, 'pool' | 'now'>

/**
 * Takes in a report of a machine that was recognised by its signature. Its points are durable when it answers. The answer's `chain` must
 * stand in the next report; the one before it counts too, as an answer can be lost, but the same request never counts twice.
 */
export async function takeReport(
  context: Taking,
  points: PointParts | null,
  agent: KnownAgent,
  report: AgentReport,
  { nonce, commands }: { nonce: string; commands: KnownKeys },
): Promise<AgentReportAnswer> {
  const keyChange = changeOfKey(commands, report.commandKey)
  const { entityId, ...answer } = await noteContact(context, agent, { ...report, refusesCommands: keyChange === 'foreign' }, nonce)
  if (points && report.measurements.length > 0) await takePoints(points, agent.customerId, collectPoints(report, entityId))
  const commandKeyChange = keyChange !== null && keyChange !== 'foreign' ? { commandKeyChange: keyChange } : {}
  return { ...answer, ...commandKeyChange, customerId: agent.customerId, commandKey: commands.publicKey }
}

/** What an agent that keeps to another key must be shown; `foreign` where that was never a key of this server. */
function changeOfKey(commands: KnownKeys, kept: string | undefined): CommandKeyChange | 'foreign' | null {
  if (kept === undefined || kept === commands.publicKey) return null
  return commands.signChangeFrom(kept) ?? 'foreign'
}

type KnownKeys = Pick<CommandSigner, 'publicKey' | 'signChangeFrom'>
type JudgedReport = AgentReport & { refusesCommands: boolean }

async function noteContact({ pool, now }: Taking, agent: KnownAgent, report: JudgedReport, nonce: string) {
  const { agentId, customerId } = agent
  return inTransaction({ pool }, customerId, async (transaction) => {
    const contact = await lockAgentContact(transaction, customerId, agentId)
    if (!contact) throw new AgentRefused('unknown key')
    if (contact.lastNonce === nonce) throw new AgentRefused('replayed')
    const isExpected = report.chain === contact.chain || report.chain === contact.formerChain
    const chain = randomBytes(12).toString('base64url')
    const formerChain = report.chain === contact.chain ? contact.chain : contact.formerChain
    await writeAgentContact(transaction, customerId, agentId, { chain, formerChain, lastNonce: nonce }, now)
    // A resource of its name may have come since.
    const entityId = agent.entityId ?? (await findEntityOfHost(transaction, customerId, report.hostname))
    const facts = { ...report, entityId, copiedAt: isExpected ? null : now }
    if (isNews(agent, facts)) await writeAgentFacts(transaction, customerId, agentId, facts, now)
    const configuration = entityId === null ? null : await exchangeConfiguration(transaction, { ...agent, entityId }, report, now)
    return { entityId, chain, configuration }
  })
}

/** Keeps what the agent says of its configuration; answers with the one that it is to apply, if it has neither applied nor tried it. */
async function exchangeConfiguration(
  transaction: Transaction,
  agent: KnownAgent & { entityId: string },
  { configuration, version, platform, startedAt }: AgentReport,
  now: Date,
): Promise<AgentReportAnswer['configuration']> {
  if (!configuration) return null
  const { appliedVersion, failed } = configuration
  const { customerId, entityId } = agent
  const context = { actor: agentActor(agent), now, requestId: null }
  const started = startedAt === undefined ? null : new Date(startedAt)
  const reported = { agentVersion: version, platform, at: now, startedAt: started, ...configuration }
  await noteAgentReport(transaction, context, { customerId, entityId }, reported)
  const isKnown = (desired: number) => desired === appliedVersion || desired === failed?.version
  // The content can be large, and nearly every agent has it.
  if (isKnown(await desiredVersionOf(transaction, customerId, entityId))) return null
  const desired = await configurationOf(transaction, customerId, entityId)
  return isKnown(desired.version) ? null : desired
}

const isNews = (agent: KnownAgent, facts: JudgedReport & { entityId: string | null; copiedAt: Date | null }) =>
  facts.copiedAt !== null ||
  facts.lost > 0 ||
  facts.hostname !== agent.hostname ||
  facts.version !== agent.version ||
  facts.entityId !== agent.entityId ||
  facts.refusesCommands !== agent.refusesCommands ||
  Math.abs(facts.clockAheadSeconds - agent.clockAheadSeconds) >= clockChangeSeconds

/** The points as any sender's, with the labels by which series are matched to resources. */
function collectPoints({ measurements, hostname }: AgentReport, entityId: string | null): SentPoints {
  const collector = new PointCollector()
  const described: SentSeries[] = []
  const ofMachine = { 'host.name': hostname, ...(entityId !== null && { vakt_entity: entityId }) }
  for (const { at, points } of measurements) {
    for (const { metric, unit, dimensions, value } of points) {
      const labels = Object.entries({ ...dimensions, ...ofMachine, __name__: metric })
      collector.add(Date.parse(at), value)
      collector.keys.push(JSON.stringify([labels, 'gauge', unit]))
      described.push({ labels, kind: 'gauge', unit })
    }
  }
  return collector.finish((series) => described[series] as SentSeries)
}
