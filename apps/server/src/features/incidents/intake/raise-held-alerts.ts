import type { Severity } from '@vakt/contract/severity.ts'
import { incidentPortsOf } from '#server/features/incidents/incident-followers.ts'
import { noteRaised, type RaisingWindow, reportEscalations } from '#server/features/incidents/report-raised.ts'
import type { Context } from '#server/platform/context.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { readAlertStates } from './alert-state-table.ts'
import { readEntityNames } from './entity-name-table.ts'
import { identityOf, type LedgerEntry } from './intake-ledger.ts'
import { storeEntries } from './record-alerts.ts'

/** An alert that a window held; `escalatedFrom`: what was held is that it made its incident worse, which was reported with this severity. */
export type HeldAlert = {
  alertId: string
  source: string
  fingerprint: string
  entityId: string | null
  metricName: string | null
  incidentId: string | null
  escalatedFrom: Severity | null
}

const toEntry = (alert: Awaited<ReturnType<typeof readAlertStates>>[number], window: RaisingWindow, now: Date): LedgerEntry => ({
  alert: { ...alert, changedAt: now },
  stored: alert,
  notes: [{ step: 'window-ended', details: { serviceWindowId: window.serviceWindowId, reason: window.reason } }],
  hasFired: true,
  isChanged: true,
  incidentsTouched: new Set(),
})

/** Returns the incidents whose escalation is reported now; what another window holds is held on. */
async function releaseEscalations(
  transaction: Transaction,
  context: Context,
  customerId: string,
  alerts: readonly HeldAlert[],
): Promise<{ reported: string[]; heldOn: Set<string> }> {
  if (alerts.length === 0) return { reported: [], heldOn: new Set() }
  const { hold } = incidentPortsOf(context)
  const holding = await hold.find(transaction, customerId, alerts, context)
  const held = alerts.flatMap(({ alertId, escalatedFrom }, index) =>
    holding[index]?.length ? { alertId, holding: holding[index], escalatedFrom } : [],
  )
  await hold.note(transaction, customerId, { held, recovered: [], now: context.now })
  const heldOn = new Set(held.map(({ alertId }) => alertId))
  const due = alerts.flatMap(({ alertId, incidentId, escalatedFrom }) =>
    incidentId && escalatedFrom && !heldOn.has(alertId) ? { incidentId, before: escalatedFrom } : [],
  )
  return { reported: await reportEscalations(transaction, context, customerId, due), heldOn }
}

/**
 * Goes on with what a window held as if it happened now, unless another window holds it on: alerts that fire get their incidents and tickets, and
 * what got worse is reported. Users get one notice of it all. Returns the incident of each alert by its identity, null where it is held on. The
 * caller holds the lock of the customer's alerts.
 */
export async function raiseHeldAlerts(
  transaction: Transaction,
  context: Context,
  customerId: string,
  { held, window }: { held: readonly HeldAlert[]; window: RaisingWindow },
): Promise<Map<string, string | null>> {
  const escalations = held.filter(({ escalatedFrom }) => escalatedFrom !== null)
  const alerts = await readAlertStates(transaction, customerId, [...held])
  const entries = alerts
    .filter(({ state, incidentId }) => state === 'firing' && incidentId === null)
    .map((alert) => toEntry(alert, window, context.now))
  const entityIds = entries.flatMap(({ alert }) => alert.entityId ?? [])
  const names = await readEntityNames(transaction, customerId, entityIds)
  const { opened, escalated } = await storeEntries(transaction, context, customerId, entries, { names, isQuiet: true })
  const { reported, heldOn } = await releaseEscalations(transaction, context, customerId, escalations)
  const worse = [...new Set([...escalated, ...reported])].filter((id) => !opened.includes(id))
  await noteRaised(transaction, context, customerId, { window, opened, escalated: worse })
  return new Map([
    ...entries.map(({ alert }) => [identityOf(alert), alert.incidentId] as const),
    ...escalations.map((alert) => [identityOf(alert), heldOn.has(alert.alertId) ? null : alert.incidentId] as const),
  ])
}
