import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { countEntities, listEntities } from '@vakt/contract/entities/entity-list.ts'
import { call } from '#web/platform/api.ts'

/** As the forms of what covers resources hold a filter. */
type Filter = { filterType: string[]; filterResourceGroup: string[]; filterTag: string[] }

/** The types and resource groups that the customer has. */
export const coverChoicesQuery = (customerId: string) =>
  queryOptions({
    queryKey: ['entities', customerId, 'rule-filter'],
    queryFn: ({ signal }) => call(countEntities, { params: { customerId }, query: { withHidden: true }, signal }),
    select: ({ type, resourceGroup }) => ({
      types: type.map(({ value }) => value),
      resourceGroups: resourceGroup.map(({ value }) => value).filter((value) => value !== ''),
    }),
  })

/** A filter as the list of entities asks for it. */
export function filterQueryOf({ filterType = [], filterResourceGroup = [], filterTag = [] }: Partial<Filter>) {
  const tag = filterTag.filter((one) => one.indexOf('=') > 0)
  return {
    withHidden: true,
    ...(filterType.length > 0 ? { type: filterType } : {}),
    ...(filterResourceGroup.length > 0 ? { resourceGroup: filterResourceGroup } : {}),
    ...(tag.length > 0 ? { tag } : {}),
  }
}

/** How many entities a filter covers now. */
export function coverCountQuery(customerId: string, values: Partial<Filter>) {
  const query = filterQueryOf(values)
  return queryOptions({
    queryKey: ['entities', customerId, 'rule-filter', query],
    queryFn: ({ signal }) => call(countEntities, { params: { customerId }, query, signal }),
    select: ({ matching }) => matching,
    placeholderData: keepPreviousData,
  })
}

/** The entities that a filter covers, by name, page by page. */
export function coverListQuery(customerId: string, values: Partial<Filter>, search: string) {
  const text = search.trim()
  const query = { ...filterQueryOf(values), limit: 50, ...(text ? { search: text } : {}) }
  return infiniteQueryOptions({
    queryKey: ['entities', customerId, 'rule-cover', query],
    queryFn: ({ signal, pageParam }) => call(listEntities, { params: { customerId }, query, continuationToken: pageParam, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.continuation_token,
    placeholderData: keepPreviousData,
  })
}
