import * as contract from '@vakt/contract/deliveries/webhooks.ts'
import { type Served, serve } from '#server/platform/http/serve.ts'
import {
  changeWebhook,
  createWebhook,
  listWebhookDeliveries,
  listWebhooks,
  redeliverWebhookDelivery,
  removeWebhook,
  renewWebhookSecret,
  testWebhook,
  type WebhookSettings,
} from './manage-webhooks.ts'

export const webhookRoutes = (settings: WebhookSettings): Served[] => [
  serve(contract.listWebhooks, (context, { params, query, after }) => listWebhooks(context, params.customerId, query, after)),
  serve(contract.createWebhook, (context, { params, body }) => createWebhook(context, params.customerId, body, settings)),
  serve(contract.changeWebhook, (context, { params, body }) => changeWebhook(context, params.customerId, params.webhookId, body, settings)),
  serve(contract.removeWebhook, (context, { params }) => removeWebhook(context, params.customerId, params.webhookId)),
  serve(contract.renewWebhookSecret, (context, { params }) => renewWebhookSecret(context, params.customerId, params.webhookId, settings)),
  serve(contract.testWebhook, (context, { params }) => testWebhook(context, params.customerId, params.webhookId)),
  serve(contract.listWebhookDeliveries, (context, { params, query, after }) =>
    listWebhookDeliveries(context, params.customerId, { webhookId: params.webhookId, ...query }, after),
  ),
  serve(contract.redeliverWebhookDelivery, (context, { params }) =>
    redeliverWebhookDelivery(context, params.customerId, params.webhookId, params.deliveryId),
  ),
]
