import type { Transaction } from '#server/platform/database/transaction.ts'

export async function readCustomersForAllCustomers(transaction: Transaction, customerIds: readonly string[]): Promise<string[]> {
  const { rows } = await transaction.query<{ customerId: string }>(
    'select customer_id as "customerId" from customer where customer_id = any ($1)',
    [customerIds],
  )
  return rows.map(({ customerId }) => customerId)
}

/** Whose these entities are. */
export async function readOwnersForAllCustomers(transaction: Transaction, entityIds: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await transaction.query<{ entityId: string; customerId: string }>(
    'select entity_id as "entityId", customer_id as "customerId" from entity where entity_id = any ($1)',
    [entityIds],
  )
  return new Map(rows.map(({ entityId, customerId }) => [entityId, customerId]))
}
