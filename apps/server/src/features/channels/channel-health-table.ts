import { type ChannelName, channelNames } from '@vakt/contract/deliveries/delivery-states.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'

export type ChannelHealthRow = {
  channel: ChannelName
  sentAt: Date | null
  /** Of the messages after it that failed or whose outcome is unknown. */
  failed: number
  failedSince: Date | null
  reason: string | null
  answer: string | null
}

// The name is written into the statement, so that the index of phones serves it.
const healthOf = (
  channel: ChannelName,
) => `select '${channel}' as channel, s.at as "sentAt", f.failed, f.since as "failedSince", f.reason, f.answer
  from (values (1)) one
  left join lateral (select d.created_at, coalesce(d.finished_at, d.created_at) as at from mail_delivery d
    where d.channel = '${channel}' and d.state = 'sent' order by d.created_at desc limit 1) s on true
  cross join lateral (select count(*)::int as failed, min(d.created_at) as since,
      (array_agg(d.reason order by d.created_at desc))[1] as reason, (array_agg(d.answer order by d.created_at desc))[1] as answer
    from mail_delivery d where d.channel = '${channel}' and d.state in ('failed', 'unknown')
      and d.created_at > greatest(s.created_at, $1::timestamptz)) f`

/** What each channel did since. */
export async function readChannelHealthForAllCustomers(transaction: Transaction, since: Date): Promise<ChannelHealthRow[]> {
  const { rows } = await transaction.query<ChannelHealthRow>(channelNames.map(healthOf).join(' union all '), [since])
  return rows
}

/** Whose channels they are: undefined where the given customer is not the provider. */
export async function readProviderForAllCustomers(
  transaction: Transaction,
  customerId: string | null,
): Promise<{ customerId: string; name: string } | undefined> {
  const { rows } = await transaction.query<{ customerId: string; name: string }>(
    'select customer_id as "customerId", name from customer where is_provider and ($1::text is null or customer_id = $1)',
    [customerId],
  )
  return rows[0]
}
