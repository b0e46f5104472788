import { inTransaction } from '#server/platform/database/transaction.ts'
import { NotFound } from '#server/platform/errors.ts'
import type { CallContext } from '#server/platform/http/serve.ts'
import { readUuid } from '#server/platform/ids.ts'
import { announce } from '#server/platform/live/announce.ts'
import { markAgentRevoked } from './agent-table.ts'

/** Counts from the next request on. */
export async function revokeAgent(context: CallContext, customerId: string, id: string): Promise<undefined> {
  const agentId = readUuid(id)
  await inTransaction(context, customerId, async (transaction) => {
    const ended = await markAgentRevoked(transaction, customerId, agentId, context.now)
    if (!ended) throw new NotFound()
    const { hostname, entityId } = ended
    if (entityId !== null) announce(transaction, { type: 'agent-configuration.changed', customerId, entityId })
    return { hostname }
  })
}
