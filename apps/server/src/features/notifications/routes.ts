import * as contract from '@vakt/contract/notifications/notifications.ts'
import * as unread from '@vakt/contract/notifications/unread-notifications.ts'
import { type Served, serve } from '#server/platform/http/serve.ts'
import {
  countUnreadNotifications,
  getNotificationPreferences,
  listNotifications,
  markNotificationsRead,
  saveNotificationPreferences,
} from './read-notifications.ts'

export const notificationRoutes: Served[] = [
  serve(contract.listNotifications, (context, { query, after }) => listNotifications(context, query, after)),
  serve(unread.countUnreadNotifications, (context) => countUnreadNotifications(context)),
  serve(contract.markNotificationsRead, (context, { body }) => markNotificationsRead(context, body)),
  serve(contract.getNotificationPreferences, (context) => getNotificationPreferences(context)),
  serve(contract.saveNotificationPreferences, (context, { body }) => saveNotificationPreferences(context, body.choices)),
]
