import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import {
  createServiceToken,
  listServiceTokens,
  type NewServiceToken,
  revokeServiceToken,
  rotateServiceToken,
} from '@vakt/contract/users/service-tokens.ts'
import { call } from '#web/platform/api.ts'

export const serviceTokensQuery = (customerId: string) =>
  infiniteQueryOptions({
    queryKey: ['service-tokens', customerId],
    queryFn: ({ signal, pageParam }) =>
      call(listServiceTokens, { params: { customerId }, query: { limit: 100 }, continuationToken: pageParam, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.continuation_token,
    staleTime: 0,
    // When each was last used changes all the time.
    refetchInterval: 30_000,
  })

function useTokenMutation<Input, Result>(customerId: string, run: (input: Input) => Promise<Result>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: run,
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['service-tokens', customerId] }),
    // A secret is in some of the answers, and must not stay behind.
    gcTime: 0,
  })
}

export const useCreateServiceToken = (customerId: string) =>
  useTokenMutation(customerId, (body: NewServiceToken) => call(createServiceToken, { params: { customerId }, body }))

export const useRotateServiceToken = (customerId: string, serviceTokenId: string) =>
  useTokenMutation(customerId, (body: { overlapHours: number; expiresAt: string | null }) =>
    call(rotateServiceToken, { params: { customerId, serviceTokenId }, body }),
  )

export const useRevokeServiceToken = (customerId: string, serviceTokenId: string) =>
  useTokenMutation(customerId, () => call(revokeServiceToken, { params: { customerId, serviceTokenId } }))
