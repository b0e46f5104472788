import { environmentAccess } from '@vakt/contract/features.ts'
import type { IncidentContext } from '@vakt/contract/incidents/incident-details.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { NotFound } from '#server/platform/errors.ts'
import type { CallContext } from '#server/platform/http/serve.ts'
import { readNumericId } from '#server/platform/ids.ts'
import { readChanges, readEarlier, readRelated } from './incident-context-table.ts'
import { readIncident } from './incident-details-table.ts'
import { mayRead } from './may-read.ts'

/** What helps to find the cause: changes on the resource, earlier occurrences and related incidents. */
export async function getIncidentContext(context: CallContext, customerId: string, id: string): Promise<IncidentContext> {
  const incidentId = readNumericId(id)
  return inTransaction(context, customerId, async (transaction) => {
    if (!(await readIncident(transaction, customerId, incidentId))) throw new NotFound()
    const [changes, earlier, related] = [
      mayRead(context, environmentAccess) ? await readChanges(transaction, customerId, incidentId) : [],
      await readEarlier(transaction, customerId, incidentId),
      await readRelated(transaction, customerId, incidentId),
    ]
    const present = <Row extends { openedAt: Date; resolvedAt: Date | null }>(row: Row) => ({
      ...row,
      openedAt: row.openedAt.toISOString(),
      resolvedAt: row.resolvedAt?.toISOString() ?? null,
    })
    return {
      changes: changes.map((change) => ({ ...change, at: change.at.toISOString() })),
      earlier: earlier.map(present),
      related: related.map(present),
    }
  })
}
