import { type SeverityCounts, severities } from '@vakt/contract/severity.ts'
import { countEach, countEachAsJson } from '#server/platform/database/count-each.ts'
import { isReceivedLately } from '#server/platform/database/last-received.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { entityColumns, type ListedEntityRow } from './entity-table.ts'
import type { InventoryRow } from './inventory.ts'

const millisecondsOf = (moment: string) => `(extract(epoch from ${moment}) * 1000)::float8`

const inventoryColumnsOf = `
  entity_id as "entityId", name_key as "nameKey", external_key as "externalKey", container_id as subscription, container_name as "subscriptionName",
  resource_group as "resourceGroup", type, region, source, cloudops_mapped as "cloudOpsMapped", hidden, stale,
  ${millisecondsOf('modified_at')} as "modifiedAt", ${millisecondsOf('created_at')} as "createdAt",
  case when stale then coalesce(${millisecondsOf('stale_since')}, 0) end as "staleSince", tags`

/** All entities of the customer in an order of their own, so many at a time. */
export async function readInventoryPage(
  transaction: Transaction,
  customerId: string,
  { after, limit }: { after: string | null; limit: number },
): Promise<InventoryRow[]> {
  const { rows } = await transaction.query<InventoryRow>({
    name: 'read-inventory-page',
    text: `select ${inventoryColumnsOf} from entity
           where customer_id = $1 and entity_id > coalesce($2::uuid, '00000000-0000-0000-0000-000000000000') order by entity_id limit $3`,
    values: [customerId, after, limit],
  })
  return rows
}

export async function readInventoryRows(
  transaction: Transaction,
  customerId: string,
  entityIds: readonly string[],
): Promise<InventoryRow[]> {
  const { rows } = await transaction.query<InventoryRow>({
    name: 'read-inventory-rows',
    text: `select ${inventoryColumnsOf} from entity where customer_id = $1 and entity_id = any($2)`,
    values: [customerId, entityIds],
  })
  return rows
}

/** What tells whether anything changed: the entities since the snapshot, a mark of all open incidents, and what the customer hides. */
export type InventoryNews = { snapshot: string; changed: string[]; incidentMark: string; hiddenTypes: string[] }

/** Of no snapshot nothing changed. */
export async function readInventoryNews(transaction: Transaction, customerId: string, snapshot: string | null): Promise<InventoryNews> {
  const { rows } = await transaction.query<InventoryNews>({
    name: 'read-inventory-news',
    text: `select pg_current_snapshot()::text as snapshot,
             (select coalesce(array_agg(distinct entity_id), '{}') from entity_change c, unnest(c.entity_ids) as entity_id
              where c.customer_id = $1 and c.transaction_id >= pg_snapshot_xmin($2::pg_snapshot)
                and not pg_visible_in_snapshot(c.transaction_id, $2::pg_snapshot)) as changed,
             (select count(*) || ' ' || coalesce(sum(hashtextextended(i.entity_id::text || i.severity, i.incident_id)), 0)
              from incident i where i.customer_id = $1 and i.state <> 'resolved') as "incidentMark",
             (select hidden_types from customer where customer_id = $1) as "hiddenTypes"`,
    values: [customerId, snapshot],
  })
  return { hiddenTypes: [], ...(rows[0] ?? { snapshot: '', changed: [], incidentMark: '' }) }
}

/** The open incidents of each entity that has any. */
export async function readOpenCounts(transaction: Transaction, customerId: string): Promise<({ entityId: string } & SeverityCounts)[]> {
  const { rows } = await transaction.query<{ entityId: string } & SeverityCounts>({
    name: 'read-open-counts',
    text: `select entity_id as "entityId", ${countEach('severity', severities)}
           from incident where customer_id = $1 and state <> 'resolved' and entity_id is not null group by entity_id`,
    values: [customerId],
  })
  return rows
}

/** In no order. */
export async function readListRows(transaction: Transaction, customerId: string, entityIds: readonly string[]): Promise<ListedEntityRow[]> {
  const { rows } = await transaction.query<ListedEntityRow>({
    name: 'read-entity-list-rows',
    text: `with open as (
             select entity_id, ${countEachAsJson('severity', severities)} as counts
             from incident where customer_id = $1 and entity_id = any($2) and state <> 'resolved' group by entity_id
           )
           select ${entityColumns}, coalesce(counts, '{"critical": 0, "high": 0, "medium": 0, "low": 0}') as "openIncidents", ${isReceivedLately('$1')} as "isReceivedLately"
           from entity left join open using (entity_id) where customer_id = $1 and entity_id = any($2)`,
    values: [customerId, entityIds],
  })
  return rows
}
