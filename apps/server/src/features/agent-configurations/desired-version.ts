import type { Transaction } from '#server/platform/database/transaction.ts'

/** The number of what the agent of a resource is to run; 0 before the first change. */
export async function desiredVersionOf(transaction: Transaction, customerId: string, entityId: string): Promise<number> {
  const { rows } = await transaction.query<{ version: number }>({
    name: 'read-desired-agent-version',
    text: 'select version from agent_configuration where customer_id = $1 and entity_id = $2',
    values: [customerId, entityId],
  })
  return rows[0]?.version ?? 0
}
