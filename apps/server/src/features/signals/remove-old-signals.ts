import { removeOlderThan } from '#server/platform/jobs/remove-older-than.ts'
import { deleteSignalsForAllCustomers } from './signal-table.ts'

/** Of the raw signals. */
export const removeOldSignals = removeOlderThan(30, deleteSignalsForAllCustomers, 5000)
