import { createPublicKey, verify } from 'node:crypto'
import type { AgentKeyRotation } from '@vakt/contract/agents/agent-protocol.ts'
import { signedTextOfNewKey } from '@vakt/domain/agents/agent-keys.ts'
import { agentActor } from '#server/features/agent-commands/agent-actor.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction, presenting } from '#server/platform/database/transaction.ts'
import { recordAction } from '#server/platform/record-action.ts'
import { findAgentByKey, type KnownAgent, replaceAgentKey } from './agent-table.ts'
import { AgentRefused } from './refuse-agent.ts'

/**
 * Takes the new key of an agent instead of the one that signed the request, if the new one signed, too. An agent whose key is on two machines
 * gets no other: whichever asked first would lock the other out.
 */
export async function rotateKey(
  { pool, now, requestId }: Pick<Context, 'pool' | 'now' | 'requestId'>,
  { agentId, customerId, publicKey: formerKey, hostname, isCopied }: KnownAgent,
  { publicKey, proof }: AgentKeyRotation,
): Promise<void> {
  if (isCopied) throw new AgentRefused('replayed')
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: publicKey }, format: 'jwk' })
  const isProven = verify(null, Buffer.from(signedTextOfNewKey(agentId, publicKey)), key, Buffer.from(proof, 'base64'))
  if (!isProven) throw new AgentRefused('signature')
  const nextKey = Buffer.from(publicKey, 'base64url')
  // Also of another customer, whose agents this one cannot see.
  const owner = await presenting(pool, { agent_key: nextKey.toString('hex') }, (transaction) => findAgentByKey(transaction, nextKey))
  if (owner) throw new AgentRefused('signature')
  await inTransaction({ pool }, customerId, async (transaction) => {
    const isReplaced = await replaceAgentKey(transaction, customerId, agentId, { formerKey, publicKey: nextKey, now })
    if (!isReplaced) throw new AgentRefused('signature')
    const actor = agentActor({ agentId, hostname })
    await recordAction(transaction, { actor, now, requestId }, customerId, {
      action: 'agent.key-rotate',
      target: agentId,
      details: { hostname },
    })
  })
}
