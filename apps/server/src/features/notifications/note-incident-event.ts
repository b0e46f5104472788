import type { IncidentEventKind } from '@vakt/contract/notifications.ts'
import type { Severity } from '@vakt/contract/severity.ts'
import type { Actor } from '#server/platform/context.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { insertIncidentEvents } from './incident-outbox-table.ts'

export type NewIncidentEvent = { incidentId: string; kind: IncidentEventKind; severity: Severity }

/** Writes down, in the transaction that does it, what happened to incidents. Who is notified is found out later, from what holds then. */
export async function noteIncidentEvents(
  transaction: Transaction,
  by: { customerId: string; actor: Actor; now: Date },
  events: NewIncidentEvent[],
): Promise<void> {
  if (events.length > 0) await insertIncidentEvents(transaction, by.customerId, { ...by, events })
}
