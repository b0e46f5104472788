import { fromOldest } from '#server/platform/jobs/remove-in-batches.ts'
import { deleteOldOccurrences } from './old-occurrence-table.ts'

export const removeOldOccurrences = fromOldest(500, deleteOldOccurrences)
