import { removeOlderThan } from '#server/platform/jobs/remove-older-than.ts'
import { deleteNotificationsForAllCustomers } from './notification-table.ts'

export const removeOldNotifications = removeOlderThan(180, deleteNotificationsForAllCustomers)
