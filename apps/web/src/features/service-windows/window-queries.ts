import { infiniteQueryOptions, keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { QueryOf } from '@vakt/contract/operation.ts'
import { createWindowCalendar, getWindowCalendar, revokeWindowCalendar } from '@vakt/contract/service-windows/service-window-calendar.ts'
import {
  getWindowTimeline,
  listHeldAlerts,
  listWindowOccurrences,
  previewServiceWindow,
} from '@vakt/contract/service-windows/service-window-occurrences.ts'
import {
  approveServiceWindow,
  disableServiceWindow,
  enableServiceWindow,
  endServiceWindow,
  extendServiceWindow,
  getServiceWindow,
  listServiceWindows,
  listServiceWindowsOfAllCustomers,
  listWindowCreators,
  refuseServiceWindow,
  type ServiceWindow,
} from '@vakt/contract/service-windows/service-windows.ts'
import { allCustomers } from '#web/platform/all-customers.ts'
import { call } from '#web/platform/api.ts'
import type { Span } from '#web/ui/chart/span.ts'

export type WindowFilterQuery = Omit<QueryOf<typeof listServiceWindows>, 'limit' | 'format'>
export type WindowKey = { customerId: string; serviceWindowId: string }
export type OccurrenceKey = WindowKey & { occurrenceId: string }

/** A window starts and ends by the clock; the server says so, and this is for what it could not say. */
const refreshMs = 60_000
const feature = 'service-windows'

/** `ofAll`: what is asked for over all customers, instead. */
export const windowListQuery = (
  customerId: string,
  filter: WindowFilterQuery,
  ofAll: Omit<QueryOf<typeof listServiceWindowsOfAllCustomers>, 'limit' | 'format'> | null = null,
) =>
  infiniteQueryOptions({
    queryKey: [feature, ofAll ? allCustomers : customerId, 'list', ofAll ?? filter],
    queryFn: ({ signal, pageParam }) => {
      const page = { continuationToken: pageParam, signal }
      return ofAll
        ? call(listServiceWindowsOfAllCustomers, { query: { limit: 100, ...ofAll }, ...page })
        : call(listServiceWindows, { params: { customerId }, query: { limit: 100, ...filter }, ...page })
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.continuation_token,
    placeholderData: keepPreviousData,
    refetchInterval: refreshMs,
  })

export const windowQuery = ({ customerId, serviceWindowId }: WindowKey) =>
  queryOptions({
    queryKey: [feature, customerId, 'one', serviceWindowId],
    queryFn: ({ signal }) => call(getServiceWindow, { params: { customerId, serviceWindowId }, signal }),
    refetchInterval: refreshMs,
  })

/** What a window that is not over covers now, and its next starts. */
export const windowAheadQuery = (customerId: string, { serviceWindowId, version, ...window }: ServiceWindow) =>
  queryOptions({
    queryKey: [feature, customerId, 'ahead', serviceWindowId, version],
    queryFn: ({ signal }) => {
      const { schedule, durationInSeconds, scope } = window
      return call(previewServiceWindow, { params: { customerId }, body: { schedule, durationInSeconds, scope }, signal })
    },
  })

export const creatorsQuery = (customerId: string) =>
  queryOptions({
    queryKey: [feature, customerId, 'creators'],
    queryFn: ({ signal }) => call(listWindowCreators, { params: { customerId }, signal }),
    select: ({ creators }) => creators,
  })

export const timelineQuery = (customerId: string, { from, to }: Span, entityId: string | undefined) =>
  queryOptions({
    queryKey: [feature, customerId, 'timeline', from, to, entityId ?? null],
    queryFn: ({ signal }) =>
      call(getWindowTimeline, {
        params: { customerId },
        query: { from: new Date(from).toISOString(), to: new Date(to).toISOString(), ...(entityId ? { entityId } : {}) },
        signal,
      }),
    placeholderData: keepPreviousData,
    refetchInterval: refreshMs,
  })

export const occurrencesQuery = ({ customerId, serviceWindowId }: WindowKey) =>
  infiniteQueryOptions({
    queryKey: [feature, customerId, 'occurrences', serviceWindowId],
    queryFn: ({ signal, pageParam }) =>
      call(listWindowOccurrences, { params: { customerId, serviceWindowId }, query: { limit: 20 }, continuationToken: pageParam, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.continuation_token,
    refetchInterval: refreshMs,
  })

export const heldAlertsQuery = ({ customerId, serviceWindowId, occurrenceId }: OccurrenceKey) =>
  infiniteQueryOptions({
    queryKey: [feature, customerId, 'held', occurrenceId],
    queryFn: ({ signal, pageParam }) =>
      call(listHeldAlerts, {
        params: { customerId, serviceWindowId, occurrenceId },
        query: { limit: 50 },
        continuationToken: pageParam,
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.continuation_token,
  })

export const calendarQuery = (customerId: string) =>
  queryOptions({
    queryKey: [feature, customerId, 'calendar'],
    queryFn: ({ signal }) => call(getWindowCalendar, { params: { customerId }, signal }),
  })

function useWindowMutation<Input, Result>(customerId: string, run: (input: Input) => Promise<Result>) {
  const queryClient = useQueryClient()
  return useMutation({ mutationFn: run, onSettled: () => queryClient.invalidateQueries({ queryKey: [feature, customerId] }) })
}

export const useDisableWindow = (key: WindowKey) =>
  useWindowMutation(key.customerId, (raiseNow: boolean) => call(disableServiceWindow, { params: key, body: { raiseNow } }))

export const useEnableWindow = (key: WindowKey) => useWindowMutation(key.customerId, () => call(enableServiceWindow, { params: key }))

export const useEndWindow = (key: WindowKey) =>
  useWindowMutation(key.customerId, (raiseNow: boolean) => call(endServiceWindow, { params: key, body: { raiseNow } }))

export const useExtendWindow = (customerId: string) =>
  useWindowMutation(customerId, ({ serviceWindowId, endsAt }: { serviceWindowId: string; endsAt: string }) =>
    call(extendServiceWindow, { params: { customerId, serviceWindowId }, body: { endsAt } }),
  )

type Answer = { reason: string; version: number }

export const useApproveWindow = (key: WindowKey) =>
  useWindowMutation(key.customerId, (body: Answer) => call(approveServiceWindow, { params: key, body }))

export const useRefuseWindow = (key: WindowKey) =>
  useWindowMutation(key.customerId, (body: Answer) => call(refuseServiceWindow, { params: key, body }))

export const useCreateCalendar = (customerId: string) =>
  useWindowMutation(customerId, () => call(createWindowCalendar, { params: { customerId } }))

export const useRevokeCalendar = (customerId: string) =>
  useWindowMutation(customerId, () => call(revokeWindowCalendar, { params: { customerId } }))
