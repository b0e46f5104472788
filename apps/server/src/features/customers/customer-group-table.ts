import type { Transaction } from '#server/platform/database/transaction.ts'

/** The customers that have one of these labels, of those that the transaction may see. */
export async function readCustomersOfGroupsForAllCustomers(transaction: Transaction, labelKeys: readonly string[]): Promise<string[]> {
  const { rows } = await transaction.query<{ customer_id: string }>('select customer_id from customer where label_keys && $1::text[]', [
    labelKeys,
  ])
  return rows.map(({ customer_id }) => customer_id)
}

/** No one else makes what is for groups follow them until the transaction ends. */
export async function lockGroups(transaction: Transaction): Promise<void> {
  await transaction.query("select pg_advisory_xact_lock(hashtext('vakt groups of customers'))")
}
