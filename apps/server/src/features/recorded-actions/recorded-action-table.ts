import type { RecordedAction } from '@vakt/contract/recorded-actions.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'

export type ActionFilter = {
  customerId?: string[]
  actor?: string
  actorId?: string
  actorType?: string[]
  action?: string[]
  from?: string
  to?: string
}
export type RecordedActionRow = Omit<RecordedAction, 'at'> & { at: Date; atKey: string }

const selected = `select a.action_id as "actionId", a.at, a.customer_id as "customerId", coalesce(c.name, d.name, a.customer_id) as "customerName",
    c.customer_id is null or exists (select from closed_customer l where l.customer_id = a.customer_id) as "customerIsClosed",
    json_build_object('type', a.actor_type, 'id', a.actor_id, 'name', a.actor_name) as actor,
    a.action, a.target, e.name as "entityName", a.details, a.request_id as "requestId", a.at::text as "atKey"
  from recorded_action a left join customer c on c.customer_id = a.customer_id
    left join erased_customer d on d.customer_id = a.customer_id
    left join entity e on e.customer_id = a.customer_id
      and e.entity_id = case when a.target ~ '^entity [0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then substr(a.target, 8)::uuid end`

/** One row more than the limit, so that the caller sees whether there is a next page. */
export async function readActionPageForAllCustomers(
  transaction: Transaction,
  { filter, after, limit }: { filter: ActionFilter; after: readonly string[] | null; limit: number },
): Promise<RecordedActionRow[]> {
  const { customerId, actor, actorId, actorType, action, from, to } = filter
  const { rows } = await transaction.query<RecordedActionRow>(
    `${selected}
     where ($1::text[] is null or a.customer_id = any($1))
       and ($2::text is null or strpos(lower(a.actor_name), lower($2)) > 0)
       and ($3::text is null or a.actor_id = $3)
       and ($4::text[] is null or a.action = any($4) or exists (select from unnest($4) as word where starts_with(a.action, word || '.')))
       and ($5::timestamptz is null or a.at >= $5)
       and ($6::timestamptz is null or a.at < $6)
       and ($10::text[] is null or a.actor_type = any($10))
       and ($7::timestamptz is null or (a.at, a.action_id) < ($7, $8::bigint))
     order by a.at desc, a.action_id desc limit $9`,
    [customerId, actor?.trim() || null, actorId, action, from, to, after?.[0], after?.[1], limit + 1, actorType],
  )
  return rows
}

export async function readActionForAllCustomers(transaction: Transaction, actionId: string): Promise<RecordedActionRow | undefined> {
  const { rows } = await transaction.query<RecordedActionRow>(`${selected} where a.action_id = $1`, [actionId])
  return rows[0]
}
