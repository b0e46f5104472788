import { queryOptions } from '@tanstack/react-query'
import { countUnreadNotifications } from '@vakt/contract/notifications.ts'
import { call } from '#web/platform/api.ts'

export const unreadQuery = queryOptions({
  queryKey: ['notifications', 'unread'],
  queryFn: ({ signal }) => call(countUnreadNotifications, { signal }),
})
