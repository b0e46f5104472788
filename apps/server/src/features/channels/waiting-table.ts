import { type ChannelName, channelNames } from '@vakt/contract/deliveries/delivery-states.ts'
import { channels } from '#server/features/deliveries/channels.ts'
import { ofOpenCustomer } from '#server/platform/database/open-customers.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'

/** What waits on a channel because its carrier takes nothing, or because no worker hands it over. */
export type WaitingRow = {
  channel: ChannelName
  /** The oldest. */
  deliveryId: string
  since: Date
  seconds: number
  /** Of the latest attempt; null where there was none. */
  reason: string | null
  answer: string | null
}

/**
 * By the clock of the database, which dates the jobs: a message that someone sends again starts over. One that its own recipient's server
 * refused for now has counted attempts; one that found no carrier has none.
 */
export async function readWaitingForAllCustomers(transaction: Transaction): Promise<WaitingRow[]> {
  const { rows } = await transaction.query<WaitingRow>(
    `select w.channel, (array_agg(w.delivery_id order by w.since))[1] as "deliveryId", min(w.since) as since,
       greatest(0, extract(epoch from now() - min(w.since)))::float8 as seconds,
       (array_agg(w.reason order by w.next_at desc) filter (where w.reason is not null))[1] as reason,
       (array_agg(w.answer order by w.next_at desc) filter (where w.reason is not null))[1] as answer
     from (
       select d.channel, d.delivery_id, d.reason, d.answer, d.next_at, coalesce(j.created_at, d.created_at) as since
       from mail_delivery d
       join unnest($1::text[], $2::text[]) c (channel, queue) on c.channel = d.channel
       left join job j on j.queue = c.queue and j.tenant = d.customer_id and j.row_id = d.delivery_id::text
       where d.state in ('waiting', 'claimed', 'sending') and d.attempts = (case d.state when 'waiting' then 0 else 1 end)
         and (d.reason is not null or d.next_at <= now()) and ${ofOpenCustomer('d.customer_id')}
     ) w group by w.channel`,
    [channelNames, channelNames.map((name) => channels[name].queue)],
  )
  return rows
}
