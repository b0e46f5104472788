import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { type CustomerSettings, getCustomerSettings, saveCustomerSettings } from '@vakt/contract/customers/customer-settings.ts'
import { ApiError, call } from '#web/platform/api.ts'

export const customerSettingsQuery = (customerId: string) =>
  queryOptions({
    queryKey: ['customer-settings', customerId],
    queryFn: ({ signal }) => call(getCustomerSettings, { params: { customerId }, signal }),
  })

/** Answers 409 when someone else was first; what they saved is then asked for. */
export function useSaveCustomerSettings(customerId: string) {
  const queryClient = useQueryClient()
  const { queryKey } = customerSettingsQuery(customerId)
  return useMutation({
    mutationFn: (body: CustomerSettings) => call(saveCustomerSettings, { params: { customerId }, body }),
    onSuccess: (saved) => {
      queryClient.setQueryData(queryKey, saved)
      void queryClient.invalidateQueries({ queryKey: ['recorded-actions'] })
    },
    onError: (error) => {
      if (error instanceof ApiError && error.status === 409) void queryClient.invalidateQueries({ queryKey })
    },
  })
}
