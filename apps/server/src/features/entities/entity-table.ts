import { type SeverityCounts, severities } from '@vakt/contract/severity.ts'
import type { AlertTarget } from '@vakt/domain/alert-event.ts'
import { countEachAsJson } from '#server/platform/database/count-each.ts'
import { ofOpenCustomer } from '#server/platform/database/open-customers.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'

export type MatchRow = { position: number; order: number; kind: AlertTarget['kind']; entityId: string; customerId: string; name: string }

/** Over all customers without those that are closed. */
const ofAsked = `(customer_id = $1 or $1::text is null and ${ofOpenCustomer('customer_id')})`

const byTarget = `
  with wanted as (
    select * from unnest($2::int[], $3::int[], $4::text[], $5::text[], $6::uuid[]) as wanted (position, preference, kind, value, id)
  )
  select w.position, w.preference as "order", w.kind, e.entity_id as "entityId", e.customer_id as "customerId", e.name
  from wanted w
  join lateral (
    select entity_id, customer_id, name from entity
      where w.kind = 'resource-id' and external_key = w.value and ${ofAsked}
    union all
    select entity_id, customer_id, name from entity
      where w.kind = 'vakt-entity' and name_key = w.value and customer_id = $1
    union all
    select entity_id, customer_id, name from entity
      where w.kind = 'vakt-entity' and entity_id = w.id and ${ofAsked}
    union all
    select entity_id, customer_id, name from entity
      where w.kind = 'host' and host_name = w.value and ${ofAsked}
    limit 2
  ) e on true
  order by w.position, w.preference`

/** Up to two entities for each wanted target, so that the caller sees when a name is not unique. `customerId` null: over all customers. */
export async function findEntitiesByTarget(
  transaction: Transaction,
  customerId: string | null,
  wanted: { position: number; order: number; kind: string; value: string; entityId: string | null }[],
): Promise<MatchRow[]> {
  const { rows } = await transaction.query<MatchRow>({
    name: 'find-entities-by-target',
    text: byTarget,
    values: [
      customerId,
      ...(['position', 'order', 'kind', 'value', 'entityId'] as const).map((column) => wanted.map((row) => row[column])),
    ],
  })
  return rows
}

/** An entity as lists show it. */
type EntityRow = {
  entityId: string
  externalId: string
  name: string
  type: string
  subtype: string | null
  source: string
  region: string | null
  resourceGroup: string | null
  containerId: string | null
  containerName: string | null
  tags: Record<string, string>
  status: string | null
  cloudOpsMapped: boolean
  hidden: boolean
  stale: boolean
  modified: Date
  openIncidents: SeverityCounts
}

/** `isReceivedLately`: whether anything arrived from its customer in the past 24 hours. */
export type ListedEntityRow = EntityRow & { isReceivedLately: boolean }

/** The columns of an `EntityRow`, its incidents apart. */
export const entityColumns = `
  entity_id as "entityId", external_id as "externalId", name, type, subtype, source, region, resource_group as "resourceGroup",
  container_id as "containerId", container_name as "containerName", tags, status, cloudops_mapped as "cloudOpsMapped", hidden, stale,
  modified_at as modified`

type DatedEntityRow = EntityRow & { created: Date }

/** One entity, or undefined when the customer has none with this id. */
export async function readEntity(transaction: Transaction, customerId: string, entityId: string): Promise<DatedEntityRow | undefined> {
  const { rows } = await transaction.query<DatedEntityRow>(
    `select ${entityColumns}, created_at as created,
       (select ${countEachAsJson('severity', severities)}
        from incident i where i.customer_id = e.customer_id and i.entity_id = e.entity_id and i.state <> 'resolved') as "openIncidents"
     from entity e where customer_id = $1 and entity_id = $2`,
    [customerId, entityId],
  )
  return rows[0]
}
