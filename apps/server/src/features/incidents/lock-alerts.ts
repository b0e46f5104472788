import type { Transaction } from '#server/platform/database/transaction.ts'

/** Until the transaction ends nobody else takes in, or ends, alerts of this customer: what one decides, the next one sees. */
export async function lockAlertsOfCustomer(transaction: Transaction, customerId: string): Promise<void> {
  await transaction.query({
    name: 'lock-alerts',
    text: "select pg_advisory_xact_lock(hashtextextended('alerts ' || $1, 0))",
    values: [customerId],
  })
}
