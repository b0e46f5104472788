import * as contract from '@vakt/contract/deliveries/channels.ts'
import { serve } from '#server/platform/http/serve.ts'
import { type ChannelParts, listChannels } from './list-channels.ts'
import { testChannel } from './test-channel.ts'

export const channelRoutes = (parts: ChannelParts) => [
  serve(contract.listChannels, (context) => listChannels(context, parts)),
  serve(contract.testChannel, (context, { params, body }) => testChannel(context, params.channel, body, parts)),
]
