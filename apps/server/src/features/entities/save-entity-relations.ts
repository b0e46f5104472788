import { findRelations } from '@vakt/domain/entity-relations.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { externalKeyOf } from './entity-key.ts'
import { replaceRelations } from './entity-relation-table.ts'

export type RelatingEntity = { externalId: string; properties: unknown }

/** Keeps what these entities belong together with by their ids and properties; of those only that this connector is in charge of. */
export async function saveEntityRelations(
  transaction: Transaction,
  customerId: string,
  connectorId: string | null,
  entities: readonly RelatingEntity[],
): Promise<void> {
  const relations = entities.flatMap(({ externalId, properties }) =>
    findRelations(externalId, properties).map(({ kind, isReverse, target }) => ({
      key: externalKeyOf(externalId),
      kind: isReverse ? `${kind} reversed` : kind,
      targetKey: externalKeyOf(target),
    })),
  )
  const keys = entities.map(({ externalId }) => externalKeyOf(externalId))
  await replaceRelations(transaction, customerId, { connectorId, keys, relations })
}
