import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import {
  type ChatDestinationChange,
  changeChatDestination,
  createChatDestination,
  listChatDestinations,
  type NewChatDestination,
  removeChatDestination,
  testChatDestination,
} from '@vakt/contract/deliveries/chat-destinations.ts'
import { call } from '#web/platform/api.ts'

/** Messages are posted behind the scenes: what is shown is asked for again. */
const refreshMilliseconds = 5000

export const chatDestinationsQuery = (customerId: string) =>
  infiniteQueryOptions({
    queryKey: ['chat-destinations', customerId],
    queryFn: ({ signal, pageParam }) => call(listChatDestinations, { params: { customerId }, continuationToken: pageParam, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.continuation_token,
    staleTime: 0,
    refetchInterval: refreshMilliseconds,
  })

function useChatMutation<Input, Result>(customerId: string, run: (input: Input) => Promise<Result>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: run,
    onSettled: () => queryClient.invalidateQueries({ queryKey: chatDestinationsQuery(customerId).queryKey }),
  })
}

export const useCreateChatDestination = (customerId: string) =>
  useChatMutation(customerId, (body: NewChatDestination) => call(createChatDestination, { params: { customerId }, body }))

export const useChangeChatDestination = (customerId: string, destinationId: string) =>
  useChatMutation(customerId, (body: ChatDestinationChange) => call(changeChatDestination, { params: { customerId, destinationId }, body }))

export const useRemoveChatDestination = (customerId: string, destinationId: string) =>
  useChatMutation(customerId, () => call(removeChatDestination, { params: { customerId, destinationId } }))

export const useTestChatDestination = (customerId: string, destinationId: string) =>
  useChatMutation(customerId, () => call(testChatDestination, { params: { customerId, destinationId } }))
