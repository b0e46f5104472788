import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { closeCustomer, getCustomerClosing, reopenCustomer, setErasingTerm } from '@vakt/contract/customers/customer-closing.ts'
import { call } from '#web/platform/api.ts'

/** Asked for again each time it is shown: what is counted is to be what is there. */
export const customerClosingQuery = (customerId: string) =>
  queryOptions({
    queryKey: ['customers', customerId, 'closing'],
    queryFn: ({ signal }) => call(getCustomerClosing, { params: { customerId }, signal }),
    staleTime: 0,
  })

/** A customer that leaves, or comes back, is in or out of every list. */
function useRefresh() {
  const queryClient = useQueryClient()
  return () => void queryClient.invalidateQueries()
}

type Term = { eraseAfterDays: number | null; reason: string }

export function useSetErasingTerm(customerId: string) {
  return useMutation({
    mutationFn: (body: Term) => call(setErasingTerm, { params: { customerId }, body }),
    onSuccess: useRefresh(),
  })
}

export function useCloseCustomer(customerId: string) {
  return useMutation({
    mutationFn: (body: Term & { confirmation: string }) => call(closeCustomer, { params: { customerId }, body }),
    onSuccess: useRefresh(),
  })
}

export function useReopenCustomer(customerId: string) {
  return useMutation({ mutationFn: () => call(reopenCustomer, { params: { customerId } }), onSuccess: useRefresh() })
}
