import { randomUUID } from 'node:crypto'
import type { putEntities as putEntitiesOperation } from '@vakt/contract/connectors.ts'
import type { BodyOf } from '@vakt/contract/operation.ts'
import { saveEntities } from '#server/features/entities/save-entities.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { Invalid } from '#server/platform/errors.ts'
import { announce } from '#server/platform/live/announce.ts'
import { recordAction } from '#server/platform/record-action.ts'
import { addToRun, insertFinishedRun } from './connector-run-table.ts'
import { findOwnConnector } from './connector-table.ts'

type Put = BodyOf<typeof putEntitiesOperation>['entities']

function refuseRepeated(entities: Put): void {
  const first = new Map<string, number>()
  for (const [index, { externalId }] of entities.entries()) {
    const key = externalId.trim().toLowerCase()
    const earlier = first.get(key)
    if (earlier !== undefined)
      throw Invalid.field(`entities.${index}.externalId`, `The same id as entities.${earlier}. Send each once.`, 'entity.repeated')
    first.set(key, index)
  }
}

/** Each call is a run of its own in the history of the connector `API`. */
export async function putEntities(context: Context, customerId: string, entities: Put) {
  refuseRepeated(entities)
  const { now } = context
  const runId = randomUUID()
  const askedBy = context.actor.type === 'user' ? context.actor.name : context.actor.job
  return inTransaction(context, customerId, async (transaction) => {
    const connectorId = await findOwnConnector(transaction, customerId, { kind: 'api', name: 'API', now })
    await insertFinishedRun(transaction, customerId, { runId, connectorId, askedBy, now })
    const saved = await saveEntities(transaction, customerId, { connectorId, runId, kind: 'api', now }, entities)
    if (saved.skipped > 0) throw Invalid.field('entities', 'An id or name is too long to be kept.', 'entity.too_long')
    await addToRun(transaction, customerId, runId, { ...saved, seen: entities.length })
    const { skipped: _, ...counts } = saved
    await recordAction(transaction, context, customerId, { action: 'entity.put', target: runId, details: { ...counts } })
    announce(transaction, { type: 'entity.changed', customerId }, { type: 'connector.changed', customerId })
    return { ...counts, runId }
  })
}
