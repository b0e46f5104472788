import { queryOptions } from '@tanstack/react-query'
import { countUnreadNotifications } from '@vakt/contract/notifications/unread-notifications.ts'
import { call } from '#web/platform/api.ts'
import type { LiveMeta } from '#web/platform/query.ts'

export const unreadQuery = queryOptions({
  queryKey: ['notifications', 'unread'],
  meta: { minIntervalMs: 3_000 } satisfies LiveMeta,
  queryFn: ({ signal }) => call(countUnreadNotifications, { signal }),
})
