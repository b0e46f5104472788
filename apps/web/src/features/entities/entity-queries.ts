import { infiniteQueryOptions } from '@tanstack/react-query'
import { listIncidents } from '@vakt/contract/incidents.ts'
import { call } from '#web/platform/api.ts'

/** What is wrong with an entity now. */
export const entityIncidentsQuery = (customerId: string, entityId: string) =>
  infiniteQueryOptions({
    queryKey: ['incidents', customerId, 'of-entity', entityId],
    queryFn: ({ signal, pageParam }) =>
      call(listIncidents, {
        params: { customerId },
        query: { state: ['open', 'acknowledged'], entityId },
        continuationToken: pageParam,
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.continuation_token,
  })
