import type { Transaction } from '#server/platform/database/transaction.ts'

/** The queue of the jobs that remind, each when its mute ends. */
export const reminderQueueName = 'incident-reminder'

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

export async function findMutes(transaction: Transaction, incidents: readonly OfIncident[]): Promise<Mute[]> {
  const { rows } = await transaction.query<Mute>(
    `select m.customer_id as "customerId", m.incident_id as "incidentId", m.user_id as "userId", m.muted_at as "mutedAt", m.muted_until as until
     from incident_mute m
     where (m.customer_id, m.incident_id) in (select * from unnest($1::text[], $2::bigint[]))`,
    [incidents.map(({ customerId }) => customerId), incidents.map(({ incidentId }) => incidentId)],
  )
  return rows
}

/** Those that their user has set again meanwhile stay. */
export async function endMutes(transaction: Transaction, mutes: readonly Mute[]): Promise<void> {
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
