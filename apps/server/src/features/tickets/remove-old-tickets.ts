import { removeFollowers } from '#server/features/follows/remove-followers.ts'
import { fromOldest } from '#server/platform/jobs/remove-in-batches.ts'
import { deleteOldTickets } from './old-ticket-table.ts'

/** Attachments in the object storage go with the next sweep of it, which removes what no row refers to. */
export const removeOldTickets = fromOldest(50, async (transaction, customerId, batch) => {
  const ticketIds = await deleteOldTickets(transaction, customerId, batch)
  await removeFollowers(transaction, customerId, 'ticket', ticketIds)
  return ticketIds.length
})
