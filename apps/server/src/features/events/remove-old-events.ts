import { removeOlderThan } from '#server/platform/jobs/remove-older-than.ts'
import { deleteEventsForAllCustomers } from './event-table.ts'

export const removeOldEvents = removeOlderThan(90, deleteEventsForAllCustomers)
