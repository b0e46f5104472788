import type { Channel } from '@vakt/contract/deliveries/channels.ts'
import type { ChannelName, DeliveryState } from '@vakt/contract/deliveries/deliveries.ts'
import { stateOfDelivery } from '#server/features/deliveries/delivery-state.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'

export async function countByChannelForAllCustomers(
  transaction: Transaction,
  since: Date,
): Promise<{ channel: ChannelName; state: DeliveryState; count: number }[]> {
  const { rows } = await transaction.query<{ channel: ChannelName; state: DeliveryState; count: number }>(
    `select d.channel, ${stateOfDelivery('d')} as state, count(*)::int as count from mail_delivery d where d.created_at > $1 group by 1, 2`,
    [since],
  )
  return rows
}

type Spent = { channel: ChannelName; currency: string; millionths: number }

export async function sumSpentForAllCustomers(transaction: Transaction, since: Date): Promise<Spent[]> {
  const { rows } = await transaction.query<Spent>(
    `select channel, currency, sum(price_millionths)::float8 as millionths from mail_delivery
     where channel in ('sms', 'voice') and created_at > $1 and currency is not null and price_millionths is not null group by 1, 2 order by 1, 2`,
    [since],
  )
  return rows
}

type Problem = Omit<NonNullable<Channel['problem']>, 'at'> & { channel: ChannelName; at: Date }

export async function readLatestProblemsForAllCustomers(transaction: Transaction, since: Date): Promise<Problem[]> {
  const { rows } = await transaction.query<Problem>(
    `select distinct on (channel) channel, delivery_id as "deliveryId", coalesce(finished_at, created_at) as at, reason, answer
     from mail_delivery where created_at > $1 and state in ('failed', 'unknown') order by channel, created_at desc`,
    [since],
  )
  return rows
}
