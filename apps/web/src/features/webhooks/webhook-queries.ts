import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import {
  changeWebhook,
  createWebhook,
  listWebhookDeliveries,
  listWebhooks,
  type NewWebhook,
  redeliverWebhookDelivery,
  removeWebhook,
  renewWebhookSecret,
  testWebhook,
} from '@vakt/contract/deliveries/webhooks.ts'
import { call } from '#web/platform/api.ts'
import { useRemoval } from '#web/platform/removal.ts'

/** Deliveries are made behind the scenes: what is shown is asked for again. */
const refreshMilliseconds = 5_000

export const webhookListQuery = (customerId: string) =>
  infiniteQueryOptions({
    queryKey: ['webhooks', customerId, 'list'],
    queryFn: ({ signal, pageParam }) =>
      call(listWebhooks, { params: { customerId }, query: { limit: 100 }, continuationToken: pageParam, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.continuation_token,
    staleTime: 0,
    refetchInterval: refreshMilliseconds,
  })

export const deliveryListQuery = (customerId: string, webhookId: string) =>
  infiniteQueryOptions({
    queryKey: ['webhooks', customerId, 'deliveries', webhookId],
    queryFn: ({ signal, pageParam }) =>
      call(listWebhookDeliveries, { params: { customerId, webhookId }, query: { limit: 20 }, continuationToken: pageParam, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.continuation_token,
    staleTime: 0,
    refetchInterval: refreshMilliseconds,
  })

function useWebhookMutation<Input, Result>(customerId: string, run: (input: Input) => Promise<Result>) {
  const queryClient = useQueryClient()
  return useMutation({ mutationFn: run, onSettled: () => queryClient.invalidateQueries({ queryKey: ['webhooks', customerId] }) })
}

export const useCreateWebhook = (customerId: string) =>
  useWebhookMutation(customerId, (body: NewWebhook) => call(createWebhook, { params: { customerId }, body }))

export const useChangeWebhook = (customerId: string, webhookId: string) =>
  useWebhookMutation(customerId, (body: NewWebhook & { isEnabled: boolean; version: number }) =>
    call(changeWebhook, { params: { customerId, webhookId }, body }),
  )

export const useRemoveWebhook = (customerId: string) =>
  useRemoval(['webhooks', customerId], (webhookId) => call(removeWebhook, { params: { customerId, webhookId } }))

export const useTestWebhook = (customerId: string, webhookId: string) =>
  useWebhookMutation(customerId, () => call(testWebhook, { params: { customerId, webhookId } }))

export const useRenewWebhookSecret = (customerId: string, webhookId: string) =>
  useWebhookMutation(customerId, () => call(renewWebhookSecret, { params: { customerId, webhookId } }))

export const useRedeliver = (customerId: string, webhookId: string) =>
  useWebhookMutation(customerId, (deliveryId: string) => call(redeliverWebhookDelivery, { params: { customerId, webhookId, deliveryId } }))
