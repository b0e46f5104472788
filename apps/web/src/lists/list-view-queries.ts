import { queryOptions } from '@tanstack/react-query'
import type { ListKey, readListViews } from '@vakt/contract/list-views.ts'
import type { ResultOf } from '@vakt/contract/operation.ts'
import { call } from '#web/platform/api.ts'

export type ListViews = ResultOf<typeof readListViews>

/** The views and chosen columns of all lists but that of the tickets. Its contract is loaded beside the rows. */
export const listViewsQuery = queryOptions({
  queryKey: ['list-views'],
  queryFn: async ({ signal }): Promise<ListViews> => {
    const contract = await import('@vakt/contract/list-views.ts')
    return call(contract.readListViews, { signal })
  },
  staleTime: Number.POSITIVE_INFINITY,
})

export const viewsOf = (data: ListViews | undefined, list: ListKey | undefined) => data?.views.filter((view) => view.list === list) ?? []
export const choiceOf = (data: ListViews | undefined, list: ListKey | undefined) => data?.choices.find((choice) => choice.list === list)
