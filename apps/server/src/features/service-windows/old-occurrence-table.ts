import type { Transaction } from '#server/platform/database/transaction.ts'

/** Removes occurrences that were over and settled before that time, with what is known of what they held. Returns how many. */
export async function deleteOldOccurrences(
  transaction: Transaction,
  customerId: string,
  { before, limit }: { before: Date; limit: number },
): Promise<number> {
  const { rowCount } = await transaction.query({
    name: 'delete-old-occurrences',
    text: `delete from service_window_occurrence where customer_id = $1 and occurrence_id in (
             select o.occurrence_id from service_window_occurrence o
             where o.customer_id = $1 and o.starts_at < $2 and o.ends_at < $2 and o.settles_at < $2 and o.settled_at is not null
               and not exists (select from service_window_hold h
                 where h.customer_id = $1 and h.occurrence_id = o.occurrence_id and h.outcome = 'held')
             order by o.starts_at limit $3
           )`,
    values: [customerId, before, limit],
  })
  return rowCount ?? 0
}
