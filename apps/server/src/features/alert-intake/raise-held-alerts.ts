import { readAlertStates } from '#server/features/alerts/alert-states.ts'
import type { Context } from '#server/platform/context.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { readEntityNames } from './entity-name-table.ts'
import { identityOf, type LedgerEntry } from './intake-ledger.ts'
import { storeEntries } from './record-alerts.ts'

type Identity = { source: string; fingerprint: string }

/**
 * Goes on with alerts that a window held as if they fired now: incident, ticket and notifications follow, unless another window holds them on.
 * Only those that fire and have no incident. Returns the incident of each by its identity, null where it is held on. The caller holds the lock of the
 * customer's alerts.
 */
export async function raiseHeldAlerts(
  transaction: Transaction,
  context: Context,
  customerId: string,
  held: readonly Identity[],
  window: { serviceWindowId: string; reason: string },
): Promise<Map<string, string | null>> {
  const alerts = await readAlertStates(transaction, customerId, [...held])
  const entries: LedgerEntry[] = alerts
    .filter(({ state, incidentId }) => state === 'firing' && incidentId === null)
    .map((alert) => ({
      alert: { ...alert, changedAt: context.now },
      stored: alert,
      notes: [{ step: 'window-ended', details: { ...window } }],
      hasFired: true,
      isChanged: true,
      incidentsTouched: new Set(),
    }))
  const entityIds = entries.flatMap(({ alert }) => alert.entityId ?? [])
  await storeEntries(transaction, context, customerId, entries, await readEntityNames(transaction, customerId, entityIds))
  return new Map(entries.map(({ alert }) => [identityOf(alert), alert.incidentId]))
}
