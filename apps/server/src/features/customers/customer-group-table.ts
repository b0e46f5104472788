import type { Transaction } from '#server/platform/database/transaction.ts'

/** The customers that have one of these labels, of those that the transaction may see. */
export async function readCustomersOfGroupsForAllCustomers(transaction: Transaction, labelKeys: readonly string[]): Promise<string[]> {
  const { rows } = await transaction.query<{ customer_id: string }>('select customer_id from customer where label_keys && $1::text[]', [
    labelKeys,
  ])
  return rows.map(({ customer_id }) => customer_id)
}
