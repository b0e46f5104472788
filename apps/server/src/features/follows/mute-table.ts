import type { incidentStates } from '@vakt/contract/incidents/incidents.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { enqueueJobs } from '#server/platform/jobs/job-table.ts'

/** The queue of the jobs that remind, each when its mute ends. */
export const reminderQueueName = 'incident-reminder'

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

/** Deletes a mute that has ended; returns null where its user took it back or set it again. */
export async function takeMute(
  transaction: Transaction,
  customerId: string,
  muteId: string,
): Promise<{ incidentId: string; userId: string } | null> {
  const { rows } = await transaction.query<{ incidentId: string; userId: string }>(
    `delete from incident_mute where customer_id = $1 and mute_id = $2::uuid returning incident_id as "incidentId", user_id as "userId"`,
    [customerId, muteId],
  )
  return rows[0] ?? null
}

export type Mute = { customerId: string; incidentId: string; userId: string; mutedAt: Date; until: Date }
type OfIncident = { customerId: string; incidentId: string }

export async function readMutesForAllCustomers(transaction: Transaction, incidents: readonly OfIncident[]): Promise<Mute[]> {
  const { rows } = await transaction.query<Mute>(
    `select m.customer_id as "customerId", m.incident_id as "incidentId", m.user_id as "userId", m.muted_at as "mutedAt", m.muted_until as until
     from incident_mute m
     where (m.customer_id, m.incident_id) in (select * from unnest($1::text[], $2::bigint[]))`,
    [incidents.map(({ customerId }) => customerId), incidents.map(({ incidentId }) => incidentId)],
  )
  return rows
}

/** Those that their user has set again meanwhile stay. */
export async function endMutesForAllCustomers(transaction: Transaction, mutes: readonly Mute[]): Promise<void> {
  if (mutes.length === 0) return
  await transaction.query(
    `delete from incident_mute m using unnest($1::text[], $2::bigint[], $3::uuid[], $4::timestamptz[]) as e (customer_id, incident_id, user_id, at)
     where m.customer_id = e.customer_id and m.incident_id = e.incident_id and m.user_id = e.user_id and m.muted_at = e.at`,
    [
      mutes.map(({ customerId }) => customerId),
      mutes.map(({ incidentId }) => incidentId),
      mutes.map(({ userId }) => userId),
      mutes.map(({ mutedAt }) => mutedAt),
    ],
  )
}
