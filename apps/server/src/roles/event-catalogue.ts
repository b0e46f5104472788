import { queueChatMessages } from '#server/features/chat-destinations/queue-chat-messages.ts'
import { cloudOpsTopic } from '#server/features/cloudops/cloudops-topic.ts'
import { erasingTopic } from '#server/features/customer-erasing/erasing-topic.ts'
import type { DeliverySettings } from '#server/features/deliveries/message.ts'
import type { Dispatch } from '#server/features/events/dispatch-events.ts'
import { incidentTopic } from '#server/features/incidents/incident-topic.ts'
import { onCallTopic } from '#server/features/on-call-shifts/on-call-topic.ts'
import { windowTopic } from '#server/features/service-windows/window-topic.ts'
import { ticketTopic } from '#server/features/tickets/ticket-topic.ts'
import { queueWebhookDeliveries } from '#server/features/webhooks/queue-webhook-deliveries.ts'
import { webhookTopic } from '#server/features/webhooks/webhook-topic.ts'

/** Every event that there is, by what it is about: who may see it, who is notified with which text, and what webhooks get. */
export const createDispatch = (deliveries: DeliverySettings): Dispatch => ({
  topics: {
    ticket: ticketTopic,
    incident: incidentTopic,
    webhook: webhookTopic,
    service_window: windowTopic,
    on_call: onCallTopic,
    customer: erasingTopic,
    cloudops: cloudOpsTopic,
  },
  passingFaults: { inARow: 0 },
  deliveries,
  sendToWebhooks: queueWebhookDeliveries,
  sendToChats: queueChatMessages,
})
