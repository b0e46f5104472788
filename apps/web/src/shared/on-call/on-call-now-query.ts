import { queryOptions } from '@tanstack/react-query'
import { getOnCallNow } from '@vakt/contract/team.ts'
import { call } from '#web/platform/api.ts'

const refreshMs = 60_000

/** Asked for again each minute: who is on call changes with the clock. */
export const onCallNowQuery = (customerId: string) =>
  queryOptions({
    queryKey: ['on-call', customerId, 'now'],
    queryFn: ({ signal }) => call(getOnCallNow, { params: { customerId }, signal }),
    select: ({ onCall }) => onCall,
    refetchInterval: refreshMs,
  })
