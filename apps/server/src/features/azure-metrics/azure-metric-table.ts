import type { AzureSettings } from '@vakt/contract/connectors.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { enqueueMissingJobsForAllCustomers } from '#server/platform/jobs/job-table.ts'

/** The queue of the work queue that reads metrics: each connector has one job, which comes again by itself. */
export const azureMetricQueueName = 'read-azure-metrics'

/** A job for each connector that can be asked. */
export const enqueueAzureMetrics = (transaction: Transaction): Promise<number> =>
  enqueueMissingJobsForAllCustomers(
    transaction,
    azureMetricQueueName,
    `select customer_id, connector_id::text, '', now() from connector
     where kind = 'azure' and is_enabled and sealed_secret is not null and secret_unreadable_since is null`,
  )

export type AskedConnector = { settings: AzureSettings; sealedSecret: Buffer }

/** Undefined when it is gone, switched off, or without a secret that can be read. */
export async function readAskedConnector(
  transaction: Transaction,
  customerId: string,
  connectorId: string,
): Promise<AskedConnector | undefined> {
  const { rows } = await transaction.query<AskedConnector>(
    `select settings, sealed_secret as "sealedSecret" from connector
     where customer_id = $1 and connector_id = $2 and kind = 'azure' and is_enabled and sealed_secret is not null
       and secret_unreadable_since is null`,
    [customerId, connectorId],
  )
  return rows[0]
}

/** `metric` null: people look at the entity, so that everything that Azure measures of it is wanted. */
export type WantedMetric = { entityId: string; externalId: string; type: string; region: string; metric: string | null }

const columns = `e.entity_id as "entityId", e.external_id as "externalId", lower(e.type) as type, lower(e.region) as region`

/**
 * What enabled rules watch on the entities of a connector, what was read the longest ago first. Rules by filter are few, rules of one entity many:
 * each join has its own.
 */
export async function readWatchedMetrics(
  transaction: Transaction,
  customerId: string,
  { connectorId, now, limit }: { connectorId: string; now: Date; limit: number },
): Promise<WantedMetric[]> {
  const { rows } = await transaction.query<WantedMetric>(
    `with own as (select e as entity from entity e where e.customer_id = $1 and e.connector_id = $2 and not e.stale and e.region is not null),
     enabled as (
       select * from alert_rule where customer_id = $1 and enabled and deleted_at is null and (valid_to is null or valid_to > $3)
     ),
     pair as (
       select (o.entity).entity_id, r.metric_name from own o join enabled r on r.entity_id = (o.entity).entity_id
       union
       select (o.entity).entity_id, r.metric_name from own o join alert_rule r on r.customer_id = $1 and r.entity_id is null
         and r.enabled and r.deleted_at is null and (r.valid_to is null or r.valid_to > $3) and alert_rule_covers(r, o.entity)
     )
     select ${columns}, p.metric_name as metric from pair p join entity e on e.customer_id = $1 and e.entity_id = p.entity_id
     left join azure_metric_progress a on a.customer_id = $1 and a.connector_id = $2
     order by coalesce((a.read_to ->> (e.entity_id || ' ' || p.metric_name))::float8, 0), type, e.entity_id, metric limit $4`,
    [customerId, connectorId, now, limit],
  )
  return rows
}

/** The entities of a connector that people look at. */
export async function readLookedAtEntities(
  transaction: Transaction,
  customerId: string,
  { connectorId, now, limit }: { connectorId: string; now: Date; limit: number },
): Promise<WantedMetric[]> {
  const { rows } = await transaction.query<WantedMetric>(
    `select ${columns}, null as metric
     from metric_interest i join entity e on e.customer_id = $1 and e.entity_id = i.entity_id and e.connector_id = $2 and not e.stale
     where i.customer_id = $1 and i.wanted_until > $3 and e.region is not null order by type, e.entity_id limit $4`,
    [customerId, connectorId, now, limit],
  )
  return rows
}

/** `readAt`: when everything that rules watch was last read. `readTo`: up to which time, by the keys of pairs. Both in milliseconds. */
export type AzureProgress = { readAt: number; readTo: Record<string, number> }

export async function readProgress(transaction: Transaction, customerId: string, connectorId: string): Promise<AzureProgress> {
  const { rows } = await transaction.query<AzureProgress>(
    `select coalesce(extract(epoch from read_at) * 1000, 0)::float8 as "readAt", read_to as "readTo" from azure_metric_progress
     where customer_id = $1 and connector_id = $2`,
    [customerId, connectorId],
  )
  return rows[0] ?? { readAt: 0, readTo: {} }
}

/** Of a connector that is gone nothing is written. */
export async function writeProgress(
  transaction: Transaction,
  customerId: string,
  connectorId: string,
  { readAt, readTo }: AzureProgress,
): Promise<void> {
  await transaction.query(
    `insert into azure_metric_progress (customer_id, connector_id, read_at, read_to)
     select $1, connector_id, to_timestamp($3 / 1000.0), $4 from connector where customer_id = $1 and connector_id = $2
     on conflict (connector_id) do update set read_at = excluded.read_at, read_to = excluded.read_to`,
    [customerId, connectorId, readAt, JSON.stringify(readTo)],
  )
}
