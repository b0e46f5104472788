import type { DeliveryChannel } from '@vakt/contract/deliveries/deliveries.ts'
import type { Channel } from './channel.ts'
import { slackChannel, teamsChannel } from './chat-channel.ts'
import { mailChannel } from './mail-channel.ts'
import { smsChannel, voiceChannel } from './phone-channel.ts'
import { pushChannel } from './push-channel.ts'

export const channels: Record<DeliveryChannel, Channel> = {
  mail: mailChannel,
  sms: smsChannel,
  voice: voiceChannel,
  push: pushChannel,
  teams: teamsChannel,
  slack: slackChannel,
}

export const channelEntries = Object.entries(channels) as [DeliveryChannel, Channel][]
