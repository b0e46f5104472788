import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { listChannels, testChannel } from '@vakt/contract/deliveries/channels.ts'
import { type ChannelName, getOutboxMessage } from '@vakt/contract/deliveries/deliveries.ts'
import type { Language } from '@vakt/contract/users/session.ts'
import { call } from '#web/platform/api.ts'

/** Live: `outbox` is asked for again when a message changes. */
export const channelsQuery = queryOptions({
  queryKey: ['outbox', 'channels'],
  queryFn: ({ signal }) => call(listChannels, { signal }),
  staleTime: 0,
})

const underWay = ['waiting', 'sending', 'sent']
const refreshMilliseconds = 2000

/** How the test came out so far. */
export const testOutcomeQuery = (deliveryId: string) =>
  queryOptions({
    queryKey: ['outbox', 'test', deliveryId],
    queryFn: ({ signal }) => call(getOutboxMessage, { params: { mailId: deliveryId }, signal }),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (!data || underWay.includes(data.state) ? refreshMilliseconds : false),
  })

export function useTestChannel(channel: ChannelName) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: { to?: string; language: Language }) => call(testChannel, { params: { channel }, body }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['outbox'] }),
  })
}
