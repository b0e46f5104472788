import { queryOptions } from '@tanstack/react-query'
import { getCurrentWindows } from '@vakt/contract/service-windows/current-windows.ts'
import { call } from '#web/platform/api.ts'

/** The server says when a window starts or ends; this is for what it could not say. */
const refreshMs = 300_000

/** What holds now and what is next, of the customer or of one resource. */
export const windowsNowQuery = (customerId: string, entityId?: string) =>
  queryOptions({
    queryKey: ['service-windows', customerId, 'now', entityId ?? null],
    queryFn: ({ signal }) => call(getCurrentWindows, { params: { customerId }, query: entityId ? { entityId } : {}, signal }),
    refetchInterval: refreshMs,
  })
