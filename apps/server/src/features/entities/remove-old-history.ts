import { fromOldest } from '#server/platform/jobs/remove-in-batches.ts'
import { deleteOldHistory } from './old-history-table.ts'

export const removeOldHistory = fromOldest(1000, deleteOldHistory)
