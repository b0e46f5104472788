import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { changeIncident, findIncidentPeople } from '@vakt/contract/incidents/incident-details.ts'
import { getOpenNow, getOpenNowOfAllCustomers } from '@vakt/contract/open-now.ts'
import { allCustomers } from '#web/platform/all-customers.ts'
import { call } from '#web/platform/api.ts'
import { useSession } from '#web/platform/session.ts'
import { useTexts } from '#web/platform/texts.ts'
import { failureToast, showToast } from '#web/ui/toast/toast.ts'
import type { DashboardSearch } from './dashboard-search.ts'
import { openNowTexts } from './open-now.texts.ts'

const mostShown = 500

const askedOf = ({ q, type, resourceGroup, tag, sort, shown }: DashboardSearch) => ({
  ...(shown ? { limit: mostShown } : {}),
  ...(q ? { q } : {}),
  ...(type ? { type } : {}),
  ...(resourceGroup ? { resourceGroup } : {}),
  ...(tag ? { tag } : {}),
  ...(sort ? { sort } : {}),
})

export const openNowQuery = (customerId: string, search: DashboardSearch = {}) =>
  queryOptions({
    queryKey: ['incidents', customerId, 'open-now', askedOf(search)],
    queryFn: ({ signal }) => call(getOpenNow, { params: { customerId }, query: askedOf(search), signal }),
    placeholderData: keepPreviousData,
  })

const askedOfAll = (search: DashboardSearch) => ({ ...askedOf(search), ...(search.of ? { customer: search.of } : {}) })

export const openNowOfAllQuery = (search: DashboardSearch = {}) =>
  queryOptions({
    queryKey: ['incidents', allCustomers, 'open-now', askedOfAll(search)],
    queryFn: ({ signal }) => call(getOpenNowOfAllCustomers, { query: askedOfAll(search), signal }),
    placeholderData: keepPreviousData,
  })

/** Assigns an incident to the user. What is shown is asked for again, whether it was assigned or someone else was first. */
export function useTake(customerId: string) {
  const { user } = useSession()
  const words = useTexts(openNowTexts)
  const queryClient = useQueryClient()
  return useMutation({
    async mutationFn({ incidentId, version }: { incidentId: string; version: number }) {
      const { people } = await call(findIncidentPeople, { params: { customerId, incidentId }, query: { q: user.email } })
      // Found by the address, which is told of the customer's own people alone.
      const me = people.find(({ email, name }) => (email === null ? name === user.name : email.toLowerCase() === user.email.toLowerCase()))
      if (!me) throw new Error('The user is not among those whom an incident can be assigned to.')
      return call(changeIncident, { params: { customerId, incidentId }, body: { version, assigneeId: me.userId } })
    },
    onSuccess: () => showToast(words.taken),
    onError: failureToast({ failed: words.takeFailed, conflict: words.takenMeanwhile }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['incidents'] }),
  })
}
