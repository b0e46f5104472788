import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { askForCustomerArchive, type CustomerArchive, listCustomerArchives } from '@vakt/contract/customers/customer-archive.ts'
import { call } from '#web/platform/api.ts'

/** A worker that is lost says nothing. */
const askAgainMs = 5000

export const isBeingWritten = ({ state }: CustomerArchive): boolean => state === 'waiting' || state === 'writing'

export const customerArchivesQuery = (customerId: string) =>
  queryOptions({
    queryKey: ['customer-archives', customerId],
    queryFn: ({ signal }) => call(listCustomerArchives, { params: { customerId }, signal }),
    refetchInterval: ({ state }) => (state.data?.archives.some(isBeingWritten) ? askAgainMs : false),
  })

export function useAskForArchive(customerId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call(askForCustomerArchive, { params: { customerId } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['customer-archives', customerId] }),
  })
}
