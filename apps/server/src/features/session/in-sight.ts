import type { Pool } from 'pg'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { NotFound } from '#server/platform/errors.ts'
import type { NamedThings } from '#server/platform/http/door.ts'
import type { Caller } from '#server/platform/http/serve.ts'
import { readNumericId, readUuid } from '#server/platform/ids.ts'
import { seesAll } from './in-sight-table.ts'

/** That all which a call names is about the resources that the caller is limited to, or a ticket that they asked for. Throws NotFound. */
export async function requireInSight(pool: Pool, caller: Caller, named: NamedThings): Promise<void> {
  const { customerId, userId, resourceLimit, seesOwnTicketsOnly } = caller
  if (!resourceLimit) return
  const { entityId, alertId, incidentId, ticketId, otherTicketId } = named
  const entityIds = [entityId].filter((id) => typeof id === 'string' && id !== '').map((id) => readUuid(id as string))
  const numeric = (...ids: unknown[]) => ids.filter((id) => typeof id === 'string').map((id) => readNumericId(id as string))
  const sight = { pool, limitedSight: { ...resourceLimit, userId }, ...(seesOwnTicketsOnly && { onlyTicketsOf: userId }) }
  const isSeen = await inTransaction(sight, customerId, (transaction) =>
    seesAll(transaction, customerId, {
      entityIds,
      alertIds: numeric(alertId),
      incidentIds: numeric(incidentId),
      ticketIds: [...new Set(numeric(ticketId, otherTicketId))],
    }),
  )
  if (!isSeen) throw new NotFound()
}
