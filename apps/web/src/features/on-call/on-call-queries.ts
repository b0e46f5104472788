import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import * as contract from '@vakt/contract/on-call/on-call.ts'
import { call } from '#web/platform/api.ts'

const key = 'on-call'

export const schedulesQuery = queryOptions({
  queryKey: [key, 'schedules'],
  queryFn: ({ signal }) => call(contract.listOnCallSchedules, { signal }),
  // Who is on call changes without anything being saved.
  refetchInterval: 60_000,
})

export const peopleQuery = queryOptions({
  queryKey: [key, 'people'],
  queryFn: ({ signal }) => call(contract.listOnCallPeople, { signal }),
})

export const shiftsQuery = (scheduleId: string, from: number, to: number) =>
  queryOptions({
    queryKey: [key, 'shifts', scheduleId, from, to],
    queryFn: ({ signal }) =>
      call(contract.listOnCallShifts, {
        params: { scheduleId },
        query: { from: new Date(from).toISOString(), to: new Date(to).toISOString() },
        signal,
      }),
  })

function useOnCallMutation<Given, Answer>(mutationFn: (given: Given) => Promise<Answer>, changed: readonly string[] = [key]) {
  const queryClient = useQueryClient()
  return useMutation({ mutationFn, onSettled: () => queryClient.invalidateQueries({ queryKey: changed }) })
}

/** A new one has no id yet. */
export const useSaveSchedule = (known: { scheduleId: string; version: number } | null) =>
  useOnCallMutation((body: contract.NewOnCallSchedule) =>
    known
      ? call(contract.saveOnCallSchedule, { params: { scheduleId: known.scheduleId }, body: { ...body, version: known.version } })
      : call(contract.createOnCallSchedule, { body }),
  )

export const useRemoveSchedule = () =>
  // Its shifts are not asked for again: it is gone.
  useOnCallMutation((scheduleId: string) => call(contract.removeOnCallSchedule, { params: { scheduleId } }), schedulesQuery.queryKey)

export const useRestoreSchedule = () =>
  useOnCallMutation((scheduleId: string) => call(contract.restoreOnCallSchedule, { params: { scheduleId } }))

export const useCreateOverride = (scheduleId: string) =>
  useOnCallMutation((body: contract.NewOnCallOverride) => call(contract.createOnCallOverride, { params: { scheduleId }, body }))

export const useRemoveOverride = (scheduleId: string) =>
  useOnCallMutation((overrideId: string) => call(contract.removeOnCallOverride, { params: { scheduleId, overrideId } }))
