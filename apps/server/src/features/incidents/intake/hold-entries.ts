import { isWorse } from '@vakt/domain/service-windows/held-escalation.ts'
import { type Holding, incidentPortsOf } from '#server/features/incidents/incident-followers.ts'
import type { Context } from '#server/platform/context.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import type { LedgerEntry, Note } from './intake-ledger.ts'

/** Whether an alert that has its incident already got worse. */
export const hasWorsened = ({ alert, stored, hasFired }: LedgerEntry): boolean =>
  !hasFired && stored !== null && alert.state === 'firing' && alert.incidentId !== null && isWorse(alert.severity, stored.severity)

/** What holds each of these, where something does, the occurrence that ends last first. */
export async function findHeld(
  transaction: Transaction,
  context: Context,
  customerId: string,
  entries: readonly LedgerEntry[],
): Promise<Map<LedgerEntry, Holding[]>> {
  const alerts = entries.map(({ alert }) => alert)
  const holding = await incidentPortsOf(context).hold.find(transaction, customerId, alerts, context)
  return new Map(entries.flatMap((entry, index) => (holding[index]?.length ? [[entry, holding[index]] as const] : [])))
}

export function heldNote(step: 'held-by-window' | 'escalation-held', [last]: readonly Holding[]): Note {
  if (!last) throw new Error('Nothing holds this alert.')
  const { serviceWindowId, occurrenceId, reason, endsAt } = last
  return { step, details: { serviceWindowId, occurrenceId, reason, until: new Date(endsAt).toISOString() } }
}

/** No incident opens or is joined for it. */
export function holdEntry({ alert, notes }: LedgerEntry, holding: readonly Holding[]): void {
  alert.incidentId = null
  notes.push(heldNote('held-by-window', holding))
}
