import { fromOldest } from '#server/platform/jobs/remove-in-batches.ts'
import { deleteOldMajorIncidents } from './major-incident-table.ts'

/** The customers' incidents that were parts of them stay. */
export const removeOldMajorIncidents = fromOldest(100, deleteOldMajorIncidents)
