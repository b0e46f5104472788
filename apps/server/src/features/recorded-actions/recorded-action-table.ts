import type { RecordedAction } from '@vakt/contract/recorded-actions.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'

export type ActionFilter = { customerId?: string; actorId?: string; action?: string; from?: string; to?: string }
export type RecordedActionRow = Omit<RecordedAction, 'at'> & { at: Date; atKey: string }

/** One row more than the limit, so that the caller sees whether there is a next page. */
export async function readActionPageForAllCustomers(
  transaction: Transaction,
  { filter, after, limit }: { filter: ActionFilter; after: readonly string[] | null; limit: number },
): Promise<RecordedActionRow[]> {
  const { rows } = await transaction.query<RecordedActionRow>(
    `select a.action_id as "actionId", a.at, a.customer_id as "customerId", c.name as "customerName",
       json_build_object('type', a.actor_type, 'id', a.actor_id, 'name', a.actor_name) as actor,
       a.action, a.target, a.details, a.request_id as "requestId", a.at::text as "atKey"
     from recorded_action a join customer c on c.customer_id = a.customer_id
     where ($1::text is null or a.customer_id = $1)
       and ($2::text is null or a.actor_id = $2)
       and ($3::text is null or a.action = $3 or starts_with(a.action, $3 || '.'))
       and ($4::timestamptz is null or a.at >= $4)
       and ($5::timestamptz is null or a.at < $5)
       and ($6::timestamptz is null or (a.at, a.action_id) < ($6, $7::bigint))
     order by a.at desc, a.action_id desc limit $8`,
    [filter.customerId, filter.actorId, filter.action, filter.from, filter.to, after?.[0], after?.[1], limit + 1],
  )
  return rows
}
