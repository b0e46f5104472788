import { randomUUID } from 'node:crypto'
import type { AgentReport, AgentReportAnswer, CommandKeyChange } from '@vakt/contract/agents/agent-protocol.ts'
import { agentActor } from '#server/features/agent-commands/agent-actor.ts'
import type { CommandSigner } from '#server/features/agent-commands/command-signer.ts'
import { desiredVersionOf } from '#server/features/agent-configurations/desired-version.ts'
import { configurationOf, noteAgentReport } from '#server/features/agent-configurations/report-configuration.ts'
import { type PointParts, takePoints } from '#server/features/metrics/take-points.ts'
import { keyOf, PointCollector, type SentPoints, type SentSeries } from '#server/features/metrics/wire/sent-points.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransactionEndedBy, type Transaction } from '#server/platform/database/transaction.ts'
import { type AgentContact, type KnownAgent, lockAgentContact, writeAgentContact, writeAgentFacts } from './agent-table.ts'
import { findEntityOfHost } from './find-entity-of-host.ts'
import { noteDroppedPoints } from './note-dropped-points.ts'
import { AgentRefused } from './refuse-agent.ts'
import { confirmAgent } from './remembered-agents.ts'

/** A clock that is off by less is not written down again. */
const clockChangeSeconds = 5

type Taking = Pick<Context, 'pool' | 'now'>

/**
 * Takes in a report of a machine that was recognised by its signature. Its points are durable when it answers. The answer's `chain` must
 * stand in the next report; the one before it counts too, as an answer can be lost, but the same request never counts twice. Throws AgentChanged
 * for one that was remembered and is not the same any more; nothing is taken then.
 */
export async function takeReport(
  context: Taking,
  points: PointParts | null,
  agent: KnownAgent,
  report: AgentReport,
  { nonce, commands, isRemembered = false }: { nonce: string; commands: KnownKeys; isRemembered?: boolean },
): Promise<AgentReportAnswer> {
  const keyChange = changeOfKey(commands, report.commandKey)
  const judged = { ...report, refusesCommands: keyChange === 'foreign' }
  const { entityId, ...answer } = await noteContact(context, agent, judged, { nonce, isRemembered })
  if (points && report.measurements.length > 0) {
    const outcome = await takePoints(points, agent.customerId, collectPoints(report, entityId))
    await noteDroppedPoints(context, agent, entityId, outcome)
  }
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

type Claimed = { nonce: string; isRemembered: boolean }

async function noteContact({ pool, now }: Taking, agent: KnownAgent, report: JudgedReport, { nonce, isRemembered }: Claimed) {
  const { agentId, customerId } = agent
  return inTransactionEndedBy(
    { pool },
    customerId,
    async (transaction) => {
      // What is read goes out together: each turn to the database costs more than its statements.
      const accepting = acceptContact(transaction, agent, { nonce, isRemembered })
      const [contact, exchanged] = await Promise.all([accepting, exchangeWithResource(transaction, agent, report, { now, accepting })])
      const isExpected = report.chain === contact.chain || report.chain === contact.formerChain
      const facts = { ...report, entityId: exchanged.entityId, isChainBroken: !isExpected }
      if (isNews(agent, facts)) await writeAgentFacts(transaction, customerId, agentId, facts, now)
      // An answer to a broken chain can be lost as well.
      return { ...exchanged, formerChain: report.chain === contact.formerChain ? contact.formerChain : report.chain }
    },
    async (transaction, { formerChain, ...exchanged }) => {
      const chain = randomUUID()
      await writeAgentContact(transaction, customerId, agentId, { chain, formerChain, lastNonce: nonce }, now)
      return { ...exchanged, chain }
    },
  )
}

/** What the report before left, locked. Throws AgentRefused for a request that counted already. */
async function acceptContact(transaction: Transaction, agent: KnownAgent, { nonce, isRemembered }: Claimed): Promise<AgentContact> {
  const locking = lockAgentContact(transaction, agent.customerId, agent.agentId)
  const [contact] = await Promise.all([locking, isRemembered && confirmAgent(transaction, agent)])
  if (!contact) throw new AgentRefused('unknown key')
  if (contact.lastNonce === nonce) throw new AgentRefused('replayed')
  return contact
}

type Exchange = { now: Date; accepting: Promise<unknown> }

async function exchangeWithResource(transaction: Transaction, agent: KnownAgent, report: JudgedReport, exchange: Exchange) {
  // A resource of its name may have come since.
  const entityId = agent.entityId ?? (await findEntityOfHost(transaction, agent.customerId, report.hostname))
  if (entityId === null) return { entityId, configuration: null }
  return { entityId, ...(await exchangeConfiguration(transaction, { ...agent, entityId }, report, exchange)) }
}

/** Keeps what the agent says of its configuration; answers with the one that it is to apply, if it has neither applied nor tried it. */
async function exchangeConfiguration(
  transaction: Transaction,
  agent: KnownAgent & { entityId: string },
  { configuration, version, platform, startedAt }: AgentReport,
  { now, accepting }: Exchange,
): Promise<Pick<AgentReportAnswer, 'configuration' | 'wantsFound'>> {
  if (!configuration) return { configuration: null }
  const { appliedVersion, failed } = configuration
  const { customerId, entityId } = agent
  const context = { actor: agentActor(agent), now, requestId: null }
  const started = startedAt === undefined ? null : new Date(startedAt)
  const reported = { agentVersion: version, platform, at: now, startedAt: started, ...configuration }
  const readDesiredVersion = () => desiredVersionOf(transaction, customerId, entityId)
  const noting = noteAgentReport(transaction, context, { customerId, entityId }, reported, accepting)
  const [{ isFirst }, before] = await Promise.all([noting, readDesiredVersion()])
  const isKnown = (desired: number) => desired === appliedVersion || desired === failed?.version
  // Noting that it failed may have made another version. The content can be large, and nearly every agent has it.
  const asked = isFirst && configuration.found === null ? { wantsFound: true as const } : {}
  if (isKnown(failed ? await readDesiredVersion() : before)) return { configuration: null, ...asked }
  const desired = await configurationOf(transaction, customerId, entityId)
  return { configuration: isKnown(desired.version) ? null : desired, ...asked }
}

const isNews = (agent: KnownAgent, facts: JudgedReport & { entityId: string | null; isChainBroken: boolean }) =>
  facts.isChainBroken ||
  facts.lost > 0 ||
  facts.hostname !== agent.hostname ||
  facts.version !== agent.version ||
  facts.entityId !== agent.entityId ||
  facts.refusesCommands !== agent.refusesCommands ||
  Math.abs(facts.clockAheadSeconds - agent.clockAheadSeconds) >= clockChangeSeconds

/** The points as any sender's, with the labels by which series are matched to resources. */
function collectPoints({ measurements, hostname }: AgentReport, entityId: string | null): SentPoints {
  const collector = new PointCollector()
  const sent: AgentReport['measurements'][number]['points'] = []
  for (const { at, points } of measurements) {
    for (const point of points) {
      const { metric, unit, dimensions, value } = point
      collector.add(Date.parse(at), value)
      collector.addKey(keyOf(JSON.stringify(['agent', hostname, entityId, metric, unit, dimensions])))
      sent.push(point)
    }
  }
  const ofMachine = { 'host.name': hostname, ...(entityId !== null && { vakt_entity: entityId }) }
  const describe = ({ metric, unit, dimensions }: (typeof sent)[number]): SentSeries => ({
    labels: Object.entries({ ...dimensions, ...ofMachine, __name__: metric }),
    kind: 'gauge',
    unit,
  })
  return collector.finish((series) => describe(sent[series] as (typeof sent)[number]))
}
