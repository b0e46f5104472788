import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import {
  changeMajorIncident,
  getMajorIncident,
  listMajorIncidents,
  openMajorIncident,
  reopenMajorIncident,
  updateMajorIncident,
} from '@vakt/contract/incidents/major-incidents.ts'
import { getOpenNowOfAllCustomers } from '@vakt/contract/open-now.ts'
import { allCustomers } from '#web/platform/all-customers.ts'
import { call } from '#web/platform/api.ts'
import { useSession } from '#web/platform/session.ts'
import { useTexts } from '#web/platform/texts.ts'
import { failureText } from '#web/ui/page/failure-text.ts'
import { majorIncidentTexts } from './major-incidents.texts.ts'

export type IncidentOfCustomer = { customerId: string; incidentId: string }
export type BothTexts = { en: string; sv: string }

export const majorIncidentQuery = (majorIncidentId: string) =>
  queryOptions({
    queryKey: ['incidents', allCustomers, 'major-incident', majorIncidentId],
    queryFn: ({ signal }) => call(getMajorIncident, { params: { majorIncidentId }, signal }),
  })

export const findOpenMajorIncidents = async (q: string, signal: AbortSignal) =>
  (await call(listMajorIncidents, { query: { state: ['open'], limit: 20, ...(q ? { q } : {}) }, signal })).result

export const findOpenIncidents = async (q: string, signal: AbortSignal) =>
  (await call(getOpenNowOfAllCustomers, { query: { limit: 50, ...(q ? { q } : {}) }, signal })).incidents

const written = ({ en, sv }: BothTexts) => ({ ...(en.trim() ? { en } : {}), ...(sv.trim() ? { sv } : {}) })

export const startMajorIncident = (title: BothTexts, incidents: IncidentOfCustomer[]) =>
  call(openMajorIncident, {
    body: { title: written(title), incidents: incidents.map(({ customerId, incidentId }) => ({ customerId, incidentId })) },
  })

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
  const say = (failure: unknown): string => failureText(failure, words)
  /** Staff without this right read them. */
  const mayHandle = useSession().can({ staff: ['@feature.tickets.write'] })
  return { mayHandle, run: mutate, isBusy: isPending, problem: error ? say(error) : null, say, reset }
}
