import { isDeepStrictEqual } from 'node:util'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { findAgent, type KnownAgent } from './agent-table.ts'

/** Each takes less than 1 kB. */
const maxAgents = 20_000

/** An agent is not what it was when it was remembered: read it, and try again. */
export class AgentChanged extends Error {}

/**
 * What agents were when they reported last, so that a request can be checked before the database is asked. Any process may have changed one
 * since: whoever relies on it confirms it in the transaction of the request.
 */
export function createRememberedAgents() {
  const agents = new Map<string, KnownAgent>()
  return {
    recall: (agentId: string): KnownAgent | undefined => agents.get(agentId),
    remember(agent: KnownAgent): void {
      if (agents.size >= maxAgents) agents.clear()
      // What the driver answers is a part of a much larger buffer.
      agents.set(agent.agentId, { ...agent, publicKey: Buffer.from(Uint8Array.from(agent.publicKey).buffer) })
    },
  }
}

/** Throws AgentChanged unless it is as it was remembered; then nothing of the transaction may count. */
export async function confirmAgent(transaction: Transaction, agent: KnownAgent): Promise<void> {
  if (!isDeepStrictEqual(await findAgent(transaction, agent.customerId, agent.agentId), agent)) throw new AgentChanged()
}
