import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { createApiToken, listApiTokens, type NewApiToken, revokeApiToken } from '@vakt/contract/users/api-tokens.ts'
import { call } from '#web/platform/api.ts'
import { useSession } from '#web/platform/session.ts'

/** Those of the user, whichever customer they look at. */
export const apiTokensQuery = (customerId: string) =>
  queryOptions({
    queryKey: ['api-tokens', customerId],
    queryFn: async ({ signal }) => (await call(listApiTokens, { query: { limit: 500 }, signal })).result,
    staleTime: 0,
  })

export function useCreateApiToken() {
  const queryClient = useQueryClient()
  const { queryKey } = apiTokensQuery(useSession().customer.customer_id)
  return useMutation({
    mutationFn: (body: NewApiToken) => call(createApiToken, { body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey }),
    // The secret is in the answer, and must not stay behind.
    gcTime: 0,
  })
}

export function useRevokeApiToken() {
  const queryClient = useQueryClient()
  const { queryKey } = apiTokensQuery(useSession().customer.customer_id)
  return useMutation({
    mutationFn: (tokenId: string) => call(revokeApiToken, { params: { tokenId } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey }),
  })
}
