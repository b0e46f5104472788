import type { ManyIncidents } from '@vakt/contract/incidents/incident-details.ts'
import type { ManyOutcome } from '@vakt/contract/many.ts'
import { changeEach } from '#server/platform/change-many.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { keepAnswer } from '#server/platform/idempotency/keep-answer.ts'
import { announce } from '#server/platform/live/announce.ts'
import { recordAction } from '#server/platform/record-action.ts'
import { readAssignee } from './find-incident-people.ts'
import { handleIncident } from './handle-incident.ts'

/**
 * Each incident by the rules of a single change, all in one transaction that is recorded as one action. They are locked in the order of their ids, so that two such calls do not wait for each other.
 */
export async function changeManyIncidents(
  context: Context,
  customerId: string,
  { incidents, what, assigneeId = null }: ManyIncidents,
): Promise<ManyOutcome> {
  const chosen = assigneeId === null ? null : await readAssignee(context, customerId, assigneeId)
  const wanted = what === 'assign' ? { assigneeId } : { state: 'acknowledged' as const }
  const ids = [...new Set(incidents)].toSorted((a, b) => Number(a) - Number(b))
  // The ticket follows for everyone who may see it: what an incident does to its ticket is done by Vakt.
  return inTransaction({ pool: context.pool }, customerId, async (transaction) => {
    const changes: Record<string, string[]> = {}
    const outcome = await changeEach(transaction, ids, async (incidentId) => {
      const handling = { incidentId, wanted, chosen: what === 'assign' ? chosen : undefined }
      const done = await handleIncident(transaction, context, customerId, handling)
      if (done.changes.length > 0) changes[incidentId] = done.changes
    })
    const changed = Object.keys(changes)
    if (changed.length > 0) {
      const target = `${changed.length} incidents`
      await recordAction(transaction, context, customerId, { action: 'incident.handle', target, details: { changes } })
      announce(transaction, { type: 'incident.changed', customerId, incidentIds: changed })
    }
    await keepAnswer(transaction, context, customerId, outcome)
    return outcome
  })
}
