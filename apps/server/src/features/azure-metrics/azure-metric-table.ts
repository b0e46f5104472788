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

/** What enabled rules watch on the entities of a connector, and the entities that people look at. */
export async function readWantedMetrics(
  transaction: Transaction,
  customerId: string,
  { connectorId, now, limit }: { connectorId: string; now: Date; limit: number },
): Promise<WantedMetric[]> {
  const { rows } = await transaction.query<WantedMetric>(
    `select w."entityId", w."externalId", w.type, w.region, w.metric from (
       select e.entity_id as "entityId", e.external_id as "externalId", lower(e.type) as type, lower(e.region) as region, r.metric_name as metric
       from alert_rule r join entity e on e.customer_id = $1 and e.connector_id = $2 and not e.stale
         and (r.entity_id is null or e.entity_id = r.entity_id) and alert_rule_covers(r, e)
       where r.customer_id = $1 and r.enabled and r.deleted_at is null and (r.valid_to is null or r.valid_to > $3)
       union
       select e.entity_id, e.external_id, lower(e.type), lower(e.region), null
       from metric_interest i join entity e on e.customer_id = $1 and e.entity_id = i.entity_id and e.connector_id = $2 and not e.stale
       where i.customer_id = $1 and i.wanted_until > $3
     ) w where w.region is not null order by w.type, w."entityId", w.metric limit $4`,
    [customerId, connectorId, now, limit],
  )
  return rows
}
