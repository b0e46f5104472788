import type { Transaction } from '#server/platform/database/transaction.ts'

export async function readEntityNames(
  transaction: Transaction,
  customerId: string,
  entityIds: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await transaction.query<{ entityId: string; name: string }>(
    'select entity_id as "entityId", name from entity where customer_id = $1 and entity_id = any ($2)',
    [customerId, entityIds],
  )
  return new Map(rows.map(({ entityId, name }) => [entityId, name]))
}
