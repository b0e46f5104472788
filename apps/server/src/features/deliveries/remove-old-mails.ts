import { removeOlderThan } from '#server/platform/jobs/remove-older-than.ts'
import { deleteMailsForAllCustomers } from './delivery-table.ts'

export const removeOldMails = removeOlderThan(90, deleteMailsForAllCustomers)
