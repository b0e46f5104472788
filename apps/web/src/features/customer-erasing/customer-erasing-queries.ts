import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { eraseCustomer, getCustomerErasing } from '@vakt/contract/customers/customer-erasing.ts'
import { call } from '#web/platform/api.ts'

/** Asked for again each time it is shown: what is counted is to be what is there. */
export const customerErasingQuery = (customerId: string) =>
  queryOptions({
    queryKey: ['customers', customerId, 'erasing'],
    queryFn: ({ signal }) => call(getCustomerErasing, { params: { customerId }, signal }),
    staleTime: 0,
  })

export function useEraseCustomer(customerId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: { confirmation: string }) => call(eraseCustomer, { params: { customerId }, body }),
    onSuccess: () => void queryClient.invalidateQueries(),
  })
}
