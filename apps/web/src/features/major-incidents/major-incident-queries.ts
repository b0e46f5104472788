import { infiniteQueryOptions, keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import {
  changeMajorIncident,
  getMajorIncident,
  listMajorIncidents,
  openMajorIncident,
  reopenMajorIncident,
  updateMajorIncident,
} from '@vakt/contract/major-incidents.ts'
import { getOpenNowOfAllCustomers } from '@vakt/contract/open-now.ts'
import { ApiError, call } from '#web/platform/api.ts'
import { downloadList } from '#web/platform/download.ts'
import { allCustomers } from '#web/platform/live-keys.ts'
import type { LiveMeta } from '#web/platform/query.ts'
import { useTexts } from '#web/platform/texts.ts'
import type { MajorIncidentSearch } from './major-incident-search.ts'
import { majorIncidentTexts } from './major-incidents.texts.ts'

export type IncidentOfCustomer = { customerId: string; incidentId: string }
export type BothTexts = { en: string; sv: string }

/** Refreshed by every change of an incident, whichever customer has it. */
const key = ['incidents', allCustomers, 'major-incidents'] as const

const askedOf = ({ state, q }: MajorIncidentSearch) => ({ ...(state ? { state: [state] } : {}), ...(q ? { q } : {}) })

export const majorIncidentsQuery = (search: MajorIncidentSearch) =>
  infiniteQueryOptions({
    queryKey: [...key, 'list', search],
    meta: { rowId: 'majorIncidentId' } satisfies LiveMeta,
    queryFn: ({ signal, pageParam }) =>
      call(listMajorIncidents, { query: { limit: 50, ...askedOf(search) }, continuationToken: pageParam, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.continuation_token,
    placeholderData: keepPreviousData,
  })

export const exportMajorIncidents = (search: MajorIncidentSearch, format: 'csv' | 'json') =>
  downloadList(listMajorIncidents, { query: askedOf(search) }, format)

export const majorIncidentQuery = (majorIncidentId: string) =>
  queryOptions({
    queryKey: [...key, 'one', majorIncidentId],
    queryFn: ({ signal }) => call(getMajorIncident, { params: { majorIncidentId }, signal }),
  })

export const findOpenMajorIncidents = async (q: string, signal: AbortSignal) =>
  (await call(listMajorIncidents, { query: { state: ['open'], limit: 20, ...(q ? { q } : {}) }, signal })).result

export const findOpenIncidents = async (q: string, signal: AbortSignal) =>
  (await call(getOpenNowOfAllCustomers, { query: { limit: 50, ...(q ? { q } : {}) }, signal })).incidents

const written = ({ en, sv }: BothTexts) => ({ ...(en.trim() ? { en } : {}), ...(sv.trim() ? { sv } : {}) })

export const startMajorIncident = (title: BothTexts, incidents: IncidentOfCustomer[]) =>
  call(openMajorIncident, { body: { title: written(title), incidents } })

export const addIncidents = (majorIncidentId: string, add: IncidentOfCustomer[]) =>
  call(changeMajorIncident, { params: { majorIncidentId }, body: { add } })

export const removeIncidents = (majorIncidentId: string, remove: IncidentOfCustomer[]) =>
  call(changeMajorIncident, { params: { majorIncidentId }, body: { remove } })

export const takeLead = (majorIncidentId: string) => call(changeMajorIncident, { params: { majorIncidentId }, body: { takeLead: true } })

export const sendUpdate = (majorIncidentId: string, text: BothTexts, ends: boolean) =>
  call(updateMajorIncident, { params: { majorIncidentId }, body: { text: written(text), ends } })

export const reopen = (majorIncidentId: string) => call(reopenMajorIncident, { params: { majorIncidentId } })

/** Does one of the above, and asks again for what is shown whether it was done or refused; `problem` says what was refused. */
export function useMajorIncidentAction() {
  const words = useTexts(majorIncidentTexts)
  const queryClient = useQueryClient()
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: (act: () => Promise<unknown>) => act(),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['incidents'] }),
  })
  const say = (failure: unknown): string => {
    const [first] = failure instanceof ApiError ? failure.errors : []
    return words.messages[first?.message_translation_key ?? ''] ?? words.failed
  }
  return { run: mutate, isBusy: isPending, problem: error ? say(error) : null, say, reset }
}
