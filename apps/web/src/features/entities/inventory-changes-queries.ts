import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import { listInventoryChanges } from '@vakt/contract/entities/entity-history.ts'
import { call } from '#web/platform/api.ts'
import { periodOf } from '#web/platform/list-search.ts'
import type { InventoryChangeRows } from './inventory-changes-search.ts'

/** What the call takes: days become the moments at which they begin and end here. */
export const changesQueryOf = ({ from, to, ...rest }: InventoryChangeRows) => ({
  ...rest,
  ...periodOf({ from, to }),
})

export const inventoryChangesQuery = (customerId: string, filter: InventoryChangeRows) =>
  infiniteQueryOptions({
    queryKey: ['entities', customerId, 'changes', filter],
    queryFn: ({ signal, pageParam }) =>
      call(listInventoryChanges, {
        params: { customerId },
        query: { limit: 100, ...changesQueryOf(filter) },
        continuationToken: pageParam,
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.continuation_token,
    placeholderData: keepPreviousData,
  })
