import { queryOptions } from '@tanstack/react-query'
import { type ListKey, readListViews } from '@vakt/contract/list-views.ts'
import { call } from '#web/platform/api.ts'

/** The views and chosen columns of all lists but that of the tickets. */
export const listViewsQuery = queryOptions({
  queryKey: ['list-views'],
  queryFn: ({ signal }) => call(readListViews, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})

export type ListViews = Awaited<ReturnType<typeof call<typeof readListViews>>>

export const viewsOf = (data: ListViews | undefined, list: ListKey | undefined) => data?.views.filter((view) => view.list === list) ?? []
export const choiceOf = (data: ListViews | undefined, list: ListKey | undefined) => data?.choices.find((choice) => choice.list === list)
