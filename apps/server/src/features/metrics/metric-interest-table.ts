import type { Transaction } from '#server/platform/database/transaction.ts'

/** Someone looks at the metrics of an entity. Written once in five minutes, however often they are asked for. */
export async function noteInterest(transaction: Transaction, customerId: string, entityId: string, until: Date): Promise<void> {
  await transaction.query(
    `insert into metric_interest (customer_id, entity_id, wanted_until) values ($1, $2, $3)
     on conflict (customer_id, entity_id) do update set wanted_until = excluded.wanted_until
     where metric_interest.wanted_until < excluded.wanted_until - interval '5 minutes'`,
    [customerId, entityId, until],
  )
}
