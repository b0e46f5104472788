import type { Transaction } from '#server/platform/database/transaction.ts'

/** Which of these incidents, and of those open on the entity, go into which: of one rule the older takes over the other. */
export async function readIncidentsToMerge(
  transaction: Transaction,
  customerId: string,
  { entityId, incidentIds }: { entityId: string; incidentIds: string[] },
): Promise<{ incidentId: string; into: string }[]> {
  const { rows } = await transaction.query<{ incidentId: string; into: string }>(
    `with open as (
       select incident_id, rule, subject = $2 as is_there from incident
       where customer_id = $1 and state <> 'resolved' and (subject = $2 or incident_id = any($3::bigint[]))
     ), pair as (
       select incident_id, first_value(incident_id) over (partition by rule order by is_there desc, incident_id) as into_id from open
     )
     select incident_id as "incidentId", into_id as "into" from pair where incident_id <> into_id`,
    [customerId, entityId, incidentIds],
  )
  return rows
}

export async function resolveIncidents(transaction: Transaction, customerId: string, incidentIds: string[], now: Date): Promise<void> {
  await transaction.query(
    `update incident set state = 'resolved', resolved_at = $3, changed_at = $3, version = version + 1
     where customer_id = $1 and incident_id = any($2::bigint[])`,
    [customerId, incidentIds, now],
  )
}

/** Returns those that were of no entity before. */
export async function writeEntityOfIncidents(
  transaction: Transaction,
  customerId: string,
  { entityId, incidentIds, now }: { entityId: string; incidentIds: string[]; now: Date },
): Promise<string[]> {
  const { rows } = await transaction.query<{ incidentId: string }>(
    `update incident set entity_id = $2, subject = $2::uuid::text, changed_at = $4
     where customer_id = $1 and incident_id = any($3::bigint[]) and entity_id is null returning incident_id as "incidentId"`,
    [customerId, entityId, incidentIds, now],
  )
  return rows.map(({ incidentId }) => incidentId)
}
