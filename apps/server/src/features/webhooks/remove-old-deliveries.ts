import { removeOlderThan } from '#server/platform/jobs/remove-older-than.ts'
import { deleteDeliveriesForAllCustomers } from './webhook-delivery-table.ts'

/** Of the log of what webhooks were sent. */
export const removeOldDeliveries = removeOlderThan(30, deleteDeliveriesForAllCustomers)
