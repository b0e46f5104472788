import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { getPermissions, type NewPermissions, savePermissions } from '@vakt/contract/users/administration.ts'
import { call } from '#web/platform/api.ts'

export const permissionsQuery = (customerId: string) =>
  queryOptions({
    queryKey: ['permissions', customerId],
    queryFn: ({ signal }) => call(getPermissions, { params: { customerId }, signal }),
  })

export function useSavePermissions(customerId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: NewPermissions) => call(savePermissions, { params: { customerId }, body }),
    onSuccess: (saved) => {
      queryClient.setQueryData(permissionsQuery(customerId).queryKey, saved)
      void queryClient.invalidateQueries({ queryKey: ['customers', customerId] })
      void queryClient.invalidateQueries({ queryKey: ['recorded-actions'] })
    },
  })
}
