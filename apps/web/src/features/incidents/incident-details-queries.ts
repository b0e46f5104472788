import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { listAlerts } from '@vakt/contract/alerts/alerts.ts'
import {
  addIncidentNote,
  changeIncident,
  findIncidentPeople,
  getIncident,
  getIncidentContext,
  type IncidentChange,
  type NewIncidentNote,
} from '@vakt/contract/incidents/incident-details.ts'
import { call } from '#web/platform/api.ts'

export const incidentQuery = (customerId: string, incidentId: string) =>
  queryOptions({
    queryKey: ['incidents', customerId, 'one', incidentId],
    queryFn: ({ signal }) => call(getIncident, { params: { customerId, incidentId }, signal }),
  })

export const incidentContextQuery = (customerId: string, incidentId: string) =>
  queryOptions({
    queryKey: ['incidents', customerId, 'context', incidentId],
    queryFn: ({ signal }) => call(getIncidentContext, { params: { customerId, incidentId }, signal }),
  })

export const incidentAlertsQuery = (customerId: string, incidentId: string) =>
  infiniteQueryOptions({
    queryKey: ['alerts', customerId, 'in-incident', incidentId],
    queryFn: ({ signal, pageParam }) =>
      call(listAlerts, { params: { customerId }, query: { incidentId, limit: 20 }, continuationToken: pageParam, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.continuation_token,
  })

export const findPeople = (customerId: string, incidentId: string, q: string, signal: AbortSignal) =>
  call(findIncidentPeople, { params: { customerId, incidentId }, query: q ? { q } : {}, signal })

/** Changes an incident and asks for it again, whether it was changed or someone else was first. */
export function useChangeIncident(customerId: string, incidentId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: IncidentChange) => call(changeIncident, { params: { customerId, incidentId }, body }),
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: ['incidents', customerId] }),
        queryClient.invalidateQueries({ queryKey: ['tickets', customerId] }),
      ]),
  })
}

export function useAddNote(customerId: string, incidentId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: NewIncidentNote) => call(addIncidentNote, { params: { customerId, incidentId }, body }),
    onSuccess: () => queryClient.invalidateQueries(incidentQuery(customerId, incidentId)),
  })
}
