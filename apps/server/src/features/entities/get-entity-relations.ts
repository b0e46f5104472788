import type { EntityRelation, RelationKind } from '@vakt/contract/entities/entity-relations.ts'
import type { Context } from '#server/platform/context.ts'
import { inOneStatement, inTransaction } from '#server/platform/database/transaction.ts'
import { NotFound } from '#server/platform/errors.ts'
import { readUuid } from '#server/platform/ids.ts'
import { readProperties, readRelated } from './entity-relation-table.ts'
import { readEntity } from './entity-table.ts'

const mostRelations = 200

export async function getEntityProperties(
  context: Context,
  customerId: string,
  entityId: string,
): Promise<{ properties: Record<string, unknown> }> {
  const id = readUuid(entityId)
  const row = await inOneStatement(context, customerId, (transaction) => readProperties(transaction, customerId, id))
  if (!row) throw new NotFound()
  return row
}

/** Each other entity once for each way in which they stand to each other, whichever of the two says so. */
export async function getEntityRelations(
  context: Context,
  customerId: string,
  entityId: string,
): Promise<{ relations: EntityRelation[]; total: number }> {
  const id = readUuid(entityId)
  return inTransaction(context, customerId, async (transaction) => {
    if (!(await readEntity(transaction, customerId, id))) throw new NotFound()
    const rows = await readRelated(transaction, customerId, id, mostRelations)
    const byMeaning = new Map<string, EntityRelation>()
    for (const { kind: written, isBack, openIncidents, total: _, ...entity } of rows) {
      const kind = written.replace(' reversed', '') as RelationKind
      const direction = (kind === written) === isBack ? 'incoming' : 'outgoing'
      byMeaning.set(`${kind} ${direction} ${entity.entityId}`, { kind, direction, entity, openIncidents })
    }
    const total = rows[0]?.total ?? 0
    return { relations: [...byMeaning.values()], total: total > rows.length ? total : byMeaning.size }
  })
}
