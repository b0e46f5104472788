import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import { listMajorIncidents } from '@vakt/contract/incidents/major-incidents.ts'
import { allCustomers } from '#web/platform/all-customers.ts'
import { call } from '#web/platform/api.ts'
import { downloadList } from '#web/platform/download.ts'
import type { LiveMeta } from '#web/platform/query.ts'
import type { MajorIncidentSearch } from './major-incident-search.ts'

const askedOf = ({ state, q }: MajorIncidentSearch) => ({ ...(state ? { state: [state] } : {}), ...(q ? { q } : {}) })

/** Refreshed by every change of an incident, whichever customer has it. */
export const majorIncidentsQuery = (search: MajorIncidentSearch) =>
  infiniteQueryOptions({
    queryKey: ['incidents', allCustomers, 'major-incidents', search],
    meta: { rowId: 'majorIncidentId' } satisfies LiveMeta,
    queryFn: ({ signal, pageParam }) =>
      call(listMajorIncidents, { query: { limit: 50, ...askedOf(search) }, continuationToken: pageParam, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.continuation_token,
    placeholderData: keepPreviousData,
  })

export const exportMajorIncidents = (search: MajorIncidentSearch, format: 'csv' | 'json') =>
  downloadList(listMajorIncidents, { query: askedOf(search) }, format)
