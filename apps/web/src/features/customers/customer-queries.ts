import { infiniteQueryOptions, keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import {
  type CustomerChange,
  changeCustomer,
  createCustomer,
  getCustomerRecord,
  listCustomers,
  type NewCustomer,
} from '@vakt/contract/users/administration.ts'
import { call } from '#web/platform/api.ts'

export const customerListQuery = ({ q, closed }: { q?: string | undefined; closed?: true | undefined }) =>
  infiniteQueryOptions({
    queryKey: ['customers', 'list', q, closed],
    queryFn: ({ signal, pageParam }) =>
      call(listCustomers, {
        query: { limit: 100, ...(q ? { q } : {}), ...(closed ? { closed: true } : {}) },
        continuationToken: pageParam,
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.continuation_token,
    placeholderData: keepPreviousData,
  })

/** Asked for again each time it is opened: what is changed is to be what is there. */
export const customerRecordQuery = (customerId: string) =>
  queryOptions({
    queryKey: ['customers', customerId, 'record'],
    queryFn: ({ signal }) => call(getCustomerRecord, { params: { customerId }, signal }),
    staleTime: 0,
  })

function useRefresh() {
  const queryClient = useQueryClient()
  return () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: ['customers'] }),
      queryClient.invalidateQueries({ queryKey: ['recorded-actions'] }),
    ])
}

export function useCreateCustomer() {
  return useMutation({ mutationFn: (body: NewCustomer) => call(createCustomer, { body }), onSuccess: useRefresh() })
}

export function useChangeCustomer(customerId: string) {
  return useMutation({
    mutationFn: (body: CustomerChange) => call(changeCustomer, { params: { customerId }, body }),
    onSuccess: useRefresh(),
  })
}
