import type { Channel, listChannels as contract } from '@vakt/contract/deliveries/channels.ts'
import type { ChannelName } from '@vakt/contract/deliveries/delivery-states.ts'
import { channelNames } from '@vakt/contract/deliveries/delivery-states.ts'
import type { ResultOf } from '@vakt/contract/operation.ts'
import type { Pool } from 'pg'
import { mailCap } from '#server/features/deliveries/mail-channel.ts'
import { defaultCountries, phoneCap } from '#server/features/deliveries/phone-channel.ts'
import type { Context } from '#server/platform/context.ts'
import { readForAllCustomers } from '#server/platform/database/transaction.ts'
import type { MailAddress } from '#server/platform/mail/mail-settings.ts'
import type { PhoneCallbacks } from '#server/platform/phone/phone-callbacks.ts'
import type { PhoneSettings } from '#server/platform/phone/phone-settings.ts'
import { countByChannelForAllCustomers, readLatestProblemsForAllCustomers, sumSpentForAllCustomers } from './channel-table.ts'
import { isStuck } from './waiting-status.ts'
import { readWaitingForAllCustomers } from './waiting-table.ts'

const dayMs = 86_400_000

/** What the page must know of how messages leave. `worker` writes test messages. */
export type ChannelParts = {
  worker: Pool
  origin: string
  from: MailAddress
  mailServer: string | null
  phone: { settings: PhoneSettings; callbacks: PhoneCallbacks } | null
}

type Way = Pick<Channel, 'carrier' | 'from' | 'languages'>

export function wayOf(name: ChannelName, { from, mailServer, phone }: ChannelParts): Way {
  if (name === 'mail') return { carrier: mailServer, from: from.address, languages: [] }
  const line = phone?.settings[name]
  const languages = name === 'voice' && line ? [...line.provider.languages] : []
  return { carrier: line ? `${line.provider.name} (${line.provider.host})` : null, from: line?.from ?? '', languages }
}

export async function listChannels(context: Context, parts: ChannelParts): Promise<ResultOf<typeof contract>> {
  const { phone } = parts
  const since = (days: number) => new Date(context.now.getTime() - days * dayMs)
  return readForAllCustomers(context, async (transaction) => {
    const counts = await countByChannelForAllCustomers(transaction, since(1))
    const spent = await sumSpentForAllCustomers(transaction, since(30))
    const latest = await readLatestProblemsForAllCustomers(transaction, since(1))
    const problems = latest.map((row) => ({ ...row, isWaiting: false }))
    const stuck = (await readWaitingForAllCustomers(transaction))
      .filter(isStuck)
      .map(({ since, ...row }) => ({ ...row, at: since, isWaiting: true }))
    const channels = channelNames.map((name) => {
      const found = [...stuck, ...problems].find(({ channel }) => channel === name)
      const { deliveryId = '', at, isWaiting = false, reason = null, answer = null } = found ?? {}
      const problem = at ? { deliveryId, at: at.toISOString(), isWaiting, reason, answer } : null
      return {
        name,
        ...wayOf(name, parts),
        counts: counts.flatMap(({ channel, state, count }) => (channel === name ? [{ state, count }] : [])),
        spent: spent.flatMap(({ channel, millionths, currency }) => (channel === name ? [{ millionths, currency }] : [])),
        problem,
      }
    })
    return {
      channels,
      countries: [...(phone?.settings.countries ?? defaultCountries)],
      replyAddress: phone?.settings.sms ? phone.callbacks.replyAddress : null,
      phoneCapMinutes: phoneCap.minutes,
      mailCapPerHour: mailCap.max,
    }
  })
}
