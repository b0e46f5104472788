import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import * as contract from '@vakt/contract/on-call/on-call-shifts.ts'
import { call } from '#web/platform/api.ts'

const key = 'on-call-shifts'

export const ownShiftsQuery = queryOptions({
  queryKey: [key, 'own'],
  queryFn: ({ signal }) => call(contract.listOwnShifts, { signal }),
})

export const swapsQuery = queryOptions({
  queryKey: [key, 'swaps'],
  queryFn: ({ signal }) => call(contract.listShiftSwaps, { signal }),
})

export const shiftCalendarQuery = queryOptions({
  queryKey: [key, 'calendar'],
  queryFn: ({ signal }) => call(contract.getShiftCalendar, { signal }),
})

function useShiftMutation<Given, Answer>(mutationFn: (given: Given) => Promise<Answer>) {
  const queryClient = useQueryClient()
  return useMutation({ mutationFn, onSettled: () => queryClient.invalidateQueries({ queryKey: [key] }) })
}

export const useAskForSwap = () => useShiftMutation((body: contract.NewShiftSwap) => call(contract.askForSwap, { body }))

export const useAnswerSwap = () =>
  useShiftMutation(({ swapId, accepts }: { swapId: string; accepts: boolean }) =>
    call(contract.answerSwap, { params: { swapId }, body: { accepts } }),
  )

export const useWithdrawSwap = () => useShiftMutation((swapId: string) => call(contract.withdrawSwap, { params: { swapId } }))

export const useCreateShiftCalendar = () => useShiftMutation(() => call(contract.createShiftCalendar, {}))

export const useRevokeShiftCalendar = () => useShiftMutation(() => call(contract.revokeShiftCalendar, {}))
