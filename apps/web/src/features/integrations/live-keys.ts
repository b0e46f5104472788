import { isOfCustomerOrAll, type LiveKeys } from '#web/platform/live-keys.ts'

const contents = ['webhooks', 'chat-destinations', 'service-tokens', 'embedded-reports']

/** Messages that leave, and signals that come as usual, are asked for with the next refresh. */
export const integrations: LiveKeys = {
  'connector.changed': isOfCustomerOrAll,
  'monitoring-source.changed': isOfCustomerOrAll,
  'content.changed': (event, queryKey) => isOfCustomerOrAll(event, queryKey) && event.content.some((name) => contents.includes(name)),
}
