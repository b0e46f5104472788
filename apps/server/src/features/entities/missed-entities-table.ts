import type { Transaction } from '#server/platform/database/transaction.ts'
import type { SavedBy } from './save-entities-table.ts'

/**
 * After a complete run: what it did not see was missed once more, and what every connector has missed twice becomes stale. Returns how many
 * did.
 */
export async function countMissedRun(
  transaction: Transaction,
  customerId: string,
  { connectorId, runId, now }: Omit<SavedBy, 'kind'>,
): Promise<number> {
  const { rowCount } = await transaction.query(
    `with missed as (
       update connector_entity set missed_runs = missed_runs + 1
       where customer_id = $1 and connector_id = $2 and run_id <> $3 and missed_runs < 2 returning entity_id, missed_runs
     ), gone as (
       update entity e set stale = true, stale_since = $4, modified_at = $4 from missed m
       where e.customer_id = $1 and e.entity_id = m.entity_id and m.missed_runs = 2 and not e.stale and not exists (
         select from connector_entity o where o.entity_id = e.entity_id and o.connector_id <> $2 and o.missed_runs < 2)
       returning e.entity_id
     )
     insert into entity_history (customer_id, entity_id, run_id, at, kind) select $1, entity_id, $3, $4, 'gone' from gone`,
    [customerId, connectorId, runId, now],
  )
  return rowCount ?? 0
}

/** When a connector is taken away, no one looks any more after what it alone had seen. */
export async function orphanEntities(transaction: Transaction, customerId: string, connectorId: string, now: Date): Promise<void> {
  await transaction.query(
    `with gone as (
       update entity e set stale = true, stale_since = $3, modified_at = $3 from connector_entity m
       where m.customer_id = $1 and m.connector_id = $2 and e.customer_id = $1 and e.entity_id = m.entity_id and not e.stale and not exists (
         select from connector_entity o where o.entity_id = e.entity_id and o.connector_id <> $2 and o.missed_runs < 2)
       returning e.entity_id
     )
     insert into entity_history (customer_id, entity_id, at, kind) select $1, entity_id, $3, 'gone' from gone`,
    [customerId, connectorId, now],
  )
  // The foreign key would do so as the owner of the table, who may not note what changed.
  await transaction.query('update entity set connector_id = null where customer_id = $1 and connector_id = $2', [customerId, connectorId])
}
