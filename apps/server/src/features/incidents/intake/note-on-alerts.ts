import type { SourceNote } from '@vakt/domain/alert-event.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { readAlertStates, readOwnersOfAlertsForAllCustomers } from './alert-state-table.ts'
import { insertTrail } from './alert-states.ts'
import { identityOf, type Note } from './intake-ledger.ts'

/**
 * Adds to the trails of alerts what their sources say of them without changing them. Alerts of every customer that the transaction may see: with a
 * token of the provider an alert belongs to the customer that owns its resource.
 */
export async function noteBySources(transaction: Transaction, notes: readonly SourceNote[], now: Date): Promise<void> {
  if (notes.length === 0) return
  const owned = await readOwnersOfAlertsForAllCustomers(transaction, notes)
  for (const [customerId, ofCustomer] of Map.groupBy(owned, (one) => one.customerId)) {
    const known = new Set(ofCustomer.map(identityOf))
    const own = notes.filter((note) => known.has(identityOf(note))).map((note) => ({ ...note, details: {} }))
    await noteOnAlerts(transaction, customerId, own, now)
  }
}

/** Adds to the trails of alerts what happened beside them and changes none of them. Alerts that are not there are passed over. */
export async function noteOnAlerts(
  transaction: Transaction,
  customerId: string,
  notes: readonly (Note & { source: string; fingerprint: string })[],
  now: Date,
): Promise<void> {
  if (notes.length === 0) return
  const alerts = await readAlertStates(transaction, customerId, [...notes])
  const idOf = new Map(alerts.map((alert) => [identityOf(alert), alert.alertId]))
  const entries = notes.flatMap(({ step, details, ...of }) => {
    const alertId = idOf.get(identityOf(of))
    return alertId ? [{ alertId, step, details }] : []
  })
  await insertTrail(transaction, customerId, entries, now)
}
