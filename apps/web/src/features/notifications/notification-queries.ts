import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import {
  getNotificationPreferences,
  listNotifications,
  markNotificationsRead,
  type NotificationChoice,
  type NotificationPreferences,
  saveNotificationPreferences,
} from '@vakt/contract/notifications/notifications.ts'
import { call } from '#web/platform/api.ts'

export const notificationListQuery = infiniteQueryOptions({
  queryKey: ['notifications', 'list'],
  queryFn: ({ signal, pageParam }) => call(listNotifications, { query: { limit: 20 }, continuationToken: pageParam, signal }),
  initialPageParam: null as string | null,
  getNextPageParam: (page) => page.continuation_token,
})

export function useMarkRead() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: { notificationIds?: string[]; upTo?: string }) => call(markNotificationsRead, { body }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['notifications'] }),
  })
}

export const preferencesQuery = queryOptions({
  queryKey: ['notifications', 'preferences'],
  queryFn: ({ signal }) => call(getNotificationPreferences, { signal }),
})

/** A choice stands at once, and goes back if the server refuses it. */
export function useChoose() {
  const queryClient = useQueryClient()
  const { queryKey } = preferencesQuery
  return useMutation({
    mutationFn: (choice: NotificationChoice) => call(saveNotificationPreferences, { body: { choices: [choice] } }),
    onMutate: async (choice) => {
      await queryClient.cancelQueries({ queryKey })
      const before = queryClient.getQueryData<NotificationPreferences>(queryKey)
      if (before) {
        const choices = before.choices.map((one) => (one.kind === choice.kind ? choice : one))
        queryClient.setQueryData<NotificationPreferences>(queryKey, { ...before, choices })
      }
      return before
    },
    onError: (_error, _choice, before) => queryClient.setQueryData(queryKey, before),
    onSuccess: (saved) => queryClient.setQueryData(queryKey, saved),
  })
}
