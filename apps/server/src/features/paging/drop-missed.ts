import type { Transaction } from '#server/platform/database/transaction.ts'
import { announce } from '#server/platform/live/announce.ts'
import { endMissedEscalations } from './escalation-table.ts'
import { pageAt } from './escalation-with-policy.ts'
import { insertPage } from './page-table.ts'

/** Ends escalations of a customer whose next step was due by then, with a line in the pages of their incidents, in place of paging late. */
export async function dropMissedEscalations(transaction: Transaction, customerId: string, now: Date): Promise<void> {
  const missed = await endMissedEscalations(transaction, customerId, now)
  for (const { round, step, ...escalation } of missed)
    await insertPage(transaction, customerId, { ...pageAt(escalation, { round, step }), kind: 'customer_closed' }, now)
  if (missed.length > 0)
    announce(transaction, { type: 'incident.changed', customerId, incidentIds: missed.map(({ incidentId }) => incidentId) })
}
