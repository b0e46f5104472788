import { removeFollowers } from '#server/features/follows/remove-followers.ts'
import { fromOldest } from '#server/platform/jobs/remove-in-batches.ts'
import { deleteOldIncidents } from './old-incident-table.ts'

export const removeOldIncidents = fromOldest(200, async (transaction, customerId, batch) => {
  const incidentIds = await deleteOldIncidents(transaction, customerId, batch)
  await removeFollowers(transaction, customerId, 'incident', incidentIds)
  return incidentIds.length
})
