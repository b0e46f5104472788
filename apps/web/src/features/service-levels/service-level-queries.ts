import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import * as contract from '@vakt/contract/tickets/service-levels.ts'
import { call } from '#web/platform/api.ts'

export const calendarsQuery = queryOptions({
  queryKey: ['service-levels', 'calendars'],
  queryFn: ({ signal }) => call(contract.listBusinessCalendars, { signal }),
})

/** Without a customer: what is promised to all. */
export const targetsQuery = (customerId: string | null) =>
  queryOptions({
    queryKey: ['service-levels', 'targets', customerId],
    queryFn: ({ signal }) =>
      customerId === null
        ? call(contract.getServiceTargets, { signal })
        : call(contract.getCustomerServiceTargets, { params: { customerId }, signal }),
  })

export function useSaveTargets(customerId: string | null) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: contract.ServiceTargets) =>
      customerId === null
        ? call(contract.saveServiceTargets, { body })
        : call(contract.saveCustomerServiceTargets, { params: { customerId }, body }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['service-levels'] }),
  })
}

/** A new one has no id yet. */
export function useSaveCalendar(known: { calendarId: string; version: number } | null) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: contract.NewBusinessCalendar) =>
      known
        ? call(contract.saveBusinessCalendar, { params: { calendarId: known.calendarId }, body: { ...body, version: known.version } })
        : call(contract.createBusinessCalendar, { body }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['service-levels'] }),
  })
}

export function useRemoveCalendar() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (calendarId: string) => call(contract.removeBusinessCalendar, { params: { calendarId } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['service-levels'] }),
  })
}
