import * as contract from '@vakt/contract/notifications.ts'
import { type Served, serve } from '#server/platform/http/serve.ts'
import { getOutboxMessage, getOutboxState, listOutbox, listTicketDeliveries, type Outgoing, retryOutboxMessage } from './outbox.ts'
import {
  countUnreadNotifications,
  getNotificationPreferences,
  listNotifications,
  markNotificationsRead,
  saveNotificationPreferences,
} from './read-notifications.ts'

export const notificationRoutes = (outgoing: Outgoing): Served[] => [
  serve(contract.listNotifications, (context, { query, after }) => listNotifications(context, query, after)),
  serve(contract.countUnreadNotifications, (context) => countUnreadNotifications(context)),
  serve(contract.markNotificationsRead, (context, { body }) => markNotificationsRead(context, body)),
  serve(contract.getNotificationPreferences, (context) => getNotificationPreferences(context)),
  serve(contract.saveNotificationPreferences, (context, { body }) => saveNotificationPreferences(context, body.choices)),
  serve(contract.listTicketDeliveries, (context, { params, query, after }) =>
    listTicketDeliveries(context, params.customerId, { ticketId: params.ticketId, ...query }, after),
  ),
  serve(contract.listOutbox, (context, { query, after }) => listOutbox(context, query, after)),
  serve(contract.getOutboxMessage, (context, { params }) => getOutboxMessage(context, params.mailId, outgoing)),
  serve(contract.getOutboxState, (context) => getOutboxState(context, outgoing)),
  serve(contract.retryOutboxMessage, (context, { params }) => retryOutboxMessage(context, params.mailId, outgoing)),
]
