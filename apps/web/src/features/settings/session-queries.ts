import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { endOtherSessions, endUserSession, listUserSessions } from '@vakt/contract/users/user-sessions.ts'
import { call } from '#web/platform/api.ts'
import { useSession } from '#web/platform/session.ts'

/** Those of the user, whichever customer they look at. */
export const sessionsQuery = (customerId: string) =>
  queryOptions({
    queryKey: ['sessions', customerId],
    queryFn: async ({ signal }) => {
      const { result } = await call(listUserSessions, { query: { limit: 500 }, signal })
      return result.toSorted((one, other) => Number(other.isCurrent) - Number(one.isCurrent))
    },
    staleTime: 0,
  })

/** Ends the session of this id; without one all but the own. */
export function useEndSession() {
  const queryClient = useQueryClient()
  const { queryKey } = sessionsQuery(useSession().customer.customer_id)
  return useMutation({
    mutationFn: (sessionId: string | null) =>
      sessionId === null ? call(endOtherSessions, {}) : call(endUserSession, { params: { sessionId } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey }),
  })
}
