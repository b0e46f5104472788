import type { EntityDetails } from '@vakt/contract/entities/entities.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { NotFound } from '#server/platform/errors.ts'
import { readUuid } from '#server/platform/ids.ts'
import { readEntity } from './entity-table.ts'

export async function getEntity(context: Context, customerId: string, entityId: string): Promise<EntityDetails> {
  const row = await inTransaction(context, customerId, (transaction) => readEntity(transaction, customerId, readUuid(entityId)))
  if (!row) throw new NotFound()
  const { containerId, containerName, created, modified, ...facts } = row
  return {
    ...facts,
    container: containerId === null ? null : { id: containerId, name: containerName ?? containerId },
    created: created.toISOString(),
    modified: modified.toISOString(),
  }
}
