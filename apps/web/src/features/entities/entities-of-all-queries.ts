import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import { type EntityOfCustomer, listEntitiesOfAllCustomers } from '@vakt/contract/entities/entities-of-all.ts'
import { allCustomers } from '#web/platform/all-customers.ts'
import { call } from '#web/platform/api.ts'
import { downloadList } from '#web/platform/download.ts'
import type { EntitiesOfAllRows } from './entities-of-all-search.ts'

export type EntityOfAll = EntityOfCustomer

const queryOf = ({ q, of, severity, stale, sort, type, resourceGroup, tag }: EntitiesOfAllRows) => ({
  ...(q ? { search: q } : {}),
  ...(of ? { customer: of } : {}),
  ...(type ? { type } : {}),
  ...(resourceGroup ? { resourceGroup } : {}),
  ...(tag ? { tag } : {}),
  ...(severity ? { severity } : {}),
  ...(stale === undefined ? {} : { stale }),
  ...(sort ? { sort } : {}),
})

export const entitiesOfAllQuery = (search: EntitiesOfAllRows) =>
  infiniteQueryOptions({
    queryKey: ['entities', allCustomers, 'list', queryOf(search)],
    queryFn: ({ signal, pageParam }) =>
      call(listEntitiesOfAllCustomers, { query: { limit: 100, ...queryOf(search) }, continuationToken: pageParam, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.continuation_token,
    placeholderData: keepPreviousData,
  })

export const exportEntitiesOfAll = (search: EntitiesOfAllRows, format: 'csv' | 'json'): Promise<void> =>
  downloadList(listEntitiesOfAllCustomers, { query: queryOf(search) }, format)
