import type { Transaction } from '#server/platform/database/transaction.ts'
import { failOverdueDeliveries } from './webhook-delivery-table.ts'

/** Of deliveries to webhooks of a customer that were due by then, while it was closed, none is sent: the webhook's page says why. */
export const dropOverdueWebhookDeliveries = (transaction: Transaction, customerId: string, now: Date): Promise<void> =>
  failOverdueDeliveries(transaction, customerId, { reason: 'customer_closed', now })
