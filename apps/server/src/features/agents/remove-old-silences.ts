import { fromOldest } from '#server/platform/jobs/remove-in-batches.ts'
import { deleteOldSilences } from './old-silence-table.ts'

export const removeOldSilences = fromOldest(1000, deleteOldSilences)
