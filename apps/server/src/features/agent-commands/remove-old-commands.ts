import { removeOlderThan } from '#server/platform/jobs/remove-older-than.ts'
import { deleteCommandsForAllCustomers } from './command-table.ts'

export const removeOldCommands = removeOlderThan(90, deleteCommandsForAllCustomers)
