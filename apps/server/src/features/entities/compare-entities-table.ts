import type { Transaction } from '#server/platform/database/transaction.ts'
import type { EntityToSave } from './save-entities-table.ts'

export type StoredEntity = Omit<EntityToSave, 'externalId' | 'hostName' | 'nativeKey' | 'properties'> & {
  properties: Record<string, unknown>
  source: string
  stale: boolean
  isOurs: boolean
}

/** What is there by these keys. `isOurs`: the connector of this kind is the one to say what it is like. */
export async function readStoredEntities(
  transaction: Transaction,
  customerId: string,
  { keys, kind }: { keys: readonly string[]; kind: string },
): Promise<StoredEntity[]> {
  const { rows } = await transaction.query<StoredEntity>(
    `select e.external_key as key, e.name, e.type, e.subtype, e.region, e.resource_group as "resourceGroup", e.container_id as "containerId",
       e.container_name as "containerName", e.status, e.tags, e.properties, e.source, e.stale,
       e.connector_id is null or e.connector_id = c.connector_id or not exists (
         select from connector_entity s where s.connector_id = e.connector_id and s.entity_id = e.entity_id and s.missed_runs < 2) as "isOurs"
     from entity e left join connector c on c.customer_id = $1 and c.kind = $3
     where e.customer_id = $1 and e.external_key = any($2)`,
    [customerId, keys, kind],
  )
  return rows
}
