import type { Transaction } from '#server/platform/database/transaction.ts'

type Named = { source: string; targetKey: string }

/** Does nothing to a name that is dismissed already. */
export async function insertDismissal(
  transaction: Transaction,
  customerId: string,
  { source, targetKey, by, now }: Named & { by: string; now: Date },
): Promise<void> {
  await transaction.query(
    `insert into unmatched_dismissal (customer_id, source, target_key, dismissed_at, dismissed_by) values ($1, $2, $3, $4, $5)
     on conflict do nothing`,
    [customerId, source, targetKey, now, by],
  )
}

export async function deleteDismissal(transaction: Transaction, customerId: string, { source, targetKey }: Named): Promise<void> {
  await transaction.query('delete from unmatched_dismissal where customer_id = $1 and source = $2 and target_key = $3', [
    customerId,
    source,
    targetKey,
  ])
}
