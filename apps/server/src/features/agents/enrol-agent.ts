import { createHash } from 'node:crypto'
import type { AgentEnrolment, EnrolledAgent } from '@vakt/contract/agents/agent-protocol.ts'
import { agentActor } from '#server/features/agent-commands/agent-actor.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction, presenting } from '#server/platform/database/transaction.ts'
import { CustomerClosed } from '#server/platform/errors.ts'
import { recordAction } from '#server/platform/record-action.ts'
import { findAgentByKey, insertAgent } from './agent-table.ts'
import { findCustomerOfEnrolment, useEnrolmentToken } from './enrolment-token-table.ts'
import { findEntityOfHost } from './find-entity-of-host.ts'
import { AgentRefused } from './refuse-agent.ts'

/**
 * Makes the machine an agent of the token's customer. The same key again is the same agent and costs no use: the answer may have been lost.
 * The caller has checked that the request is signed with the key that it shows.
 */
export async function enrolAgent(
  context: Pick<Context, 'pool' | 'now' | 'requestId'>,
  commandKey: string,
  wanted: AgentEnrolment,
): Promise<EnrolledAgent> {
  const { pool, now } = context
  const { machine, hostname, platform, version } = wanted
  const publicKey = Buffer.from(wanted.publicKey, 'base64url')
  const hash = createHash('sha256').update(wanted.token).digest()
  const known = await presenting(pool, { agent_key: publicKey.toString('hex') }, (transaction) => findAgentByKey(transaction, publicKey))
  if (known?.isRevoked) throw new AgentRefused('revoked')
  const found = await presenting(pool, { agent_enrolment_hash: hash.toString('hex') }, (transaction) =>
    findCustomerOfEnrolment(transaction, hash),
  )
  // Anyone who has the key has the agent, but only beside the token of its customer.
  if (found === undefined || (known && known.customerId !== found.customerId)) throw new AgentRefused('token')
  if (found.isClosed) throw new CustomerClosed()
  const { customerId } = found
  if (known) return { agentId: known.agentId, customerId, commandKey }
  return inTransaction({ pool }, customerId, async (transaction) => {
    const token = await useEnrolmentToken(transaction, customerId, hash, now)
    if (!token) throw new AgentRefused('token')
    const entityId = token.entityId ?? (await findEntityOfHost(transaction, customerId, hostname))
    const agent = { entityId, publicKey, machine, hostname, platform, version, enrolledWith: token.name, now }
    const agentId = await insertAgent(transaction, customerId, agent)
    const actor = agentActor({ agentId, hostname })
    const details = { hostname, platform, token: token.name, entityId }
    await recordAction(transaction, { ...context, actor }, customerId, { action: 'agent.enrol', target: agentId, details })
    return { agentId, customerId, commandKey }
  })
}
