import { fromOldest } from '#server/platform/jobs/remove-in-batches.ts'
import { deleteOldActions } from './old-action-table.ts'

export const removeOldActions = fromOldest(1000, deleteOldActions)
