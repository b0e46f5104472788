import type { FoundEvent } from '@vakt/contract/agents/agent-configurations.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'

/** Entries of logs that matched, by resource, the latest last; without what else was found, which can be large. */
export async function readFoundEvents(
  transaction: Transaction,
  customerId: string,
  entityIds: readonly string[],
): Promise<Map<string, FoundEvent[]>> {
  const { rows } = await transaction.query<{ entityId: string; events: FoundEvent[] }>(
    `select entity_id as "entityId", found -> 'events' as events from agent_configuration_report
     where customer_id = $1 and entity_id = any($2) and jsonb_typeof(found -> 'events') = 'array'`,
    [customerId, entityIds],
  )
  return new Map(rows.map(({ entityId, events }) => [entityId, events]))
}
