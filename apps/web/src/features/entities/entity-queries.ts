import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { listEntityHistory } from '@vakt/contract/entities/entity-history.ts'
import { getEntityProperties, getEntityRelations } from '@vakt/contract/entities/entity-relations.ts'
import { listIncidents } from '@vakt/contract/incidents/incidents.ts'
import { call } from '#web/platform/api.ts'

/** What is wrong with an entity now, with what is over as well when asked for. */
export const entityIncidentsQuery = (customerId: string, entityId: string, { withResolved }: { withResolved: boolean }) =>
  infiniteQueryOptions({
    queryKey: ['incidents', customerId, 'of-entity', entityId, { withResolved }],
    queryFn: ({ signal, pageParam }) =>
      call(listIncidents, {
        params: { customerId },
        query: { ...(withResolved ? {} : { state: ['open', 'acknowledged'] }), entityId, limit: 20 },
        continuationToken: pageParam,
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.continuation_token,
  })

export const entityRelationsQuery = (customerId: string, entityId: string) =>
  queryOptions({
    queryKey: ['entities', customerId, 'relations', entityId],
    queryFn: ({ signal }) => call(getEntityRelations, { params: { customerId, entityId }, signal }),
  })

export const entityPropertiesQuery = (customerId: string, entityId: string) =>
  queryOptions({
    queryKey: ['entities', customerId, 'properties', entityId],
    queryFn: ({ signal }) => call(getEntityProperties, { params: { customerId, entityId }, signal }),
  })

export const entityHistoryQuery = (customerId: string, entityId: string) =>
  infiniteQueryOptions({
    queryKey: ['entities', customerId, 'history', entityId],
    queryFn: ({ signal, pageParam }) =>
      call(listEntityHistory, { params: { customerId, entityId }, query: { limit: 10 }, continuationToken: pageParam, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.continuation_token,
  })
