import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { getRecordedAction, listRecordedActions } from '@vakt/contract/recorded-actions.ts'
import { listCustomers } from '@vakt/contract/users/administration.ts'
import { call } from '#web/platform/api.ts'
import { type ActionRows, queryOf } from './action-search.ts'
import { groupActions } from './group-actions.ts'

/** The record grows all the time: what was read before is shown, and asked for again. */
export const actionListQuery = (search: ActionRows) =>
  infiniteQueryOptions({
    queryKey: ['recorded-actions', 'list', search],
    queryFn: ({ signal, pageParam }) =>
      call(listRecordedActions, { query: { limit: 100, ...queryOf(search) }, continuationToken: pageParam, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.continuation_token,
    placeholderData: keepPreviousData,
    staleTime: 0,
    select: ({ pages, pageParams }) => ({ pageParams, pages: pages.map((page) => ({ ...page, result: groupActions(page.result) })) }),
  })

export const latestActionsQuery = queryOptions({
  queryKey: ['recorded-actions', 'latest'],
  queryFn: ({ signal }) => call(listRecordedActions, { query: { limit: 10 }, signal }),
  staleTime: 0,
})

export const customerNamesQuery = queryOptions({
  queryKey: ['customers', 'names'],
  queryFn: ({ signal }) => call(listCustomers, { query: { limit: 500 }, signal }),
})

export const actionQuery = (actionId: string) =>
  queryOptions({
    queryKey: ['recorded-actions', 'one', actionId],
    queryFn: ({ signal }) => call(getRecordedAction, { params: { actionId }, signal }),
  })
