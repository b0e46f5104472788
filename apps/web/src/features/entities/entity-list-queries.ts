import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { countEntities, type EntityFilter, groupEntities, listEntities } from '@vakt/contract/entities/entity-list.ts'
import { getEnvironmentSettings } from '@vakt/contract/entities/environment-settings.ts'
import { listEntitiesByMetric } from '@vakt/contract/metrics.ts'
import { call } from '#web/platform/api.ts'
import { downloadList } from '#web/platform/download.ts'
import { defaultSort, type EntitySearch, filterOf } from './entity-list-search.ts'

type Order = Pick<EntitySearch, 'sort' | 'direction' | 'metric'>

/** The metric that the rows are sorted by; undefined where they are sorted by something else. */
const metricOf = ({ sort, metric }: Order) => (sort === 'metric' ? metric : undefined)

const orderOf = ({ sort = defaultSort, direction }: Order) => ({
  ...(sort === 'metric' ? {} : { sort }),
  ...(direction ? { direction } : {}),
})

export const entityRowsQuery = (customerId: string, filter: EntityFilter, order: Order, isWanted = true) =>
  infiniteQueryOptions({
    queryKey: ['entities', customerId, 'list', filter, orderOf(order), metricOf(order) ?? null],
    queryFn: ({ signal, pageParam }) => {
      const asked = { params: { customerId }, continuationToken: pageParam, signal }
      const metric = metricOf(order)
      const query = { limit: 100, ...filter, ...orderOf(order) }
      return metric ? call(listEntitiesByMetric, { ...asked, query: { ...query, metric } }) : call(listEntities, { ...asked, query })
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.continuation_token,
    placeholderData: keepPreviousData,
    enabled: isWanted,
  })

export const entityCountsQuery = (customerId: string, search: EntitySearch, tagKeys: readonly string[]) =>
  queryOptions({
    queryKey: ['entities', customerId, 'counts', filterOf(search), tagKeys],
    queryFn: ({ signal }) => call(countEntities, { params: { customerId }, query: { ...filterOf(search), tagKey: [...tagKeys] }, signal }),
    placeholderData: keepPreviousData,
  })

export const entityGroupsQuery = (customerId: string, search: EntitySearch) =>
  queryOptions({
    queryKey: ['entities', customerId, 'groups', search.by, filterOf(search)],
    queryFn: ({ signal }) =>
      call(groupEntities, { params: { customerId }, query: { ...filterOf(search), by: search.by ?? 'resourceGroup' }, signal }),
    enabled: search.by !== undefined,
    placeholderData: keepPreviousData,
  })

export const environmentSettingsQuery = (customerId: string) =>
  queryOptions({
    queryKey: ['entities', customerId, 'settings'],
    queryFn: ({ signal }) => call(getEnvironmentSettings, { params: { customerId }, signal }),
  })

export function downloadEntities(customerId: string, search: EntitySearch, format: 'csv' | 'json'): Promise<void> {
  const metric = metricOf(search)
  const query = { ...filterOf(search), ...orderOf(search) }
  return metric
    ? downloadList(listEntitiesByMetric, { params: { customerId }, query: { ...query, metric } }, format)
    : downloadList(listEntities, { params: { customerId }, query }, format)
}
