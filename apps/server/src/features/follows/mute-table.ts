import type { incidentStates } from '@vakt/contract/incidents/incidents.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { enqueueJobs } from '#server/platform/jobs/job-table.ts'
import { reminderQueueName } from './find-mutes.ts'

type IncidentState = (typeof incidentStates)[number]

/** Null where this transaction sees no such incident. */
export async function readIncidentState(transaction: Transaction, customerId: string, incidentId: string): Promise<IncidentState | null> {
  const { rows } = await transaction.query<{ state: IncidentState }>(
    'select state from incident where customer_id = $1 and incident_id = $2::bigint',
    [customerId, incidentId],
  )
  return rows[0]?.state ?? null
}

/** What has ended is no mute, though its job may not have run yet. */
export async function readMutedUntil(
  transaction: Transaction,
  customerId: string,
  { incidentId, userId, now }: { incidentId: string; userId: string; now: Date },
): Promise<Date | null> {
  const { rows } = await transaction.query<{ until: Date }>(
    'select muted_until as until from incident_mute where customer_id = $1 and incident_id = $2::bigint and user_id = $3 and muted_until > $4',
    [customerId, incidentId, userId, now],
  )
  return rows[0]?.until ?? null
}

/** Mutes, or mutes until another time, and has it remind then. */
export async function saveMute(
  transaction: Transaction,
  customerId: string,
  { incidentId, user, now, until }: { incidentId: string; user: { userId: string; customerId: string }; now: Date; until: Date },
): Promise<void> {
  const { rows } = await transaction.query<{ muteId: string }>(
    `insert into incident_mute (customer_id, incident_id, muter_customer_id, user_id, muted_at, muted_until) values ($1, $2, $3, $4, $5, $6)
     on conflict (customer_id, incident_id, user_id) do update set mute_id = excluded.mute_id, muted_at = excluded.muted_at,
       muted_until = excluded.muted_until
     returning mute_id as "muteId"`,
    [customerId, incidentId, user.customerId, user.userId, now, until],
  )
  const jobs = rows.map(({ muteId }) => ({ queue: reminderQueueName, customerId, rowId: muteId, due: until }))
  await enqueueJobs(transaction, jobs)
}

export async function deleteMute(
  transaction: Transaction,
  customerId: string,
  { incidentId, userId }: { incidentId: string; userId: string },
): Promise<boolean> {
  const { rowCount } = await transaction.query(
    'delete from incident_mute where customer_id = $1 and incident_id = $2::bigint and user_id = $3',
    [customerId, incidentId, userId],
  )
  return (rowCount ?? 0) > 0
}
