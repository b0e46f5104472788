import { lockAlertsOfCustomer } from '#server/features/incidents/intake/alert-states.ts'
import { fromOldest, type RemoveBatch } from '#server/platform/jobs/remove-in-batches.ts'
import { deleteOldAlerts, deleteOldTrail, readAlertsToTrim } from './old-alert-table.ts'

const entriesAtOnce = 1000
const alertsAtOnce = 200

/**
 * Of the trail of alerts, those that are kept too: an alert that comes again every week is one row for years. They are gone through in the order in
 * which they were recorded, as long as some were recorded before.
 */
export const removeOldTrail: RemoveBatch = async (transaction, customerId, { before, after }) => {
  const from = after || '0'
  const { alertIds, isAnyOld } = await readAlertsToTrim(transaction, customerId, { before, after: from, limit: entriesAtOnce })
  if (!isAnyOld) return { removed: 0, next: null }
  const removed = await deleteOldTrail(transaction, customerId, { alertIds, before, limit: entriesAtOnce })
  if (removed === entriesAtOnce) return { removed, next: from }
  return { removed, next: alertIds.length === entriesAtOnce ? (alertIds.at(-1) ?? null) : null }
}

/** Nobody takes in alerts of the customer meanwhile, so that none comes back to life under the hands of the removal. */
export const removeOldAlerts = fromOldest(alertsAtOnce, async (transaction, customerId, batch) => {
  await lockAlertsOfCustomer(transaction, customerId)
  return deleteOldAlerts(transaction, customerId, batch)
})
