import type { Transaction } from '#server/platform/database/transaction.ts'

/** Gives the incidents of one user that are not resolved to another. Returns their ids. */
export async function reassignIncidents(
  transaction: Transaction,
  customerId: string,
  { from, to, now }: { from: string; to: { userId: string; name: string }; now: Date },
): Promise<string[]> {
  const { rows } = await transaction.query<{ incidentId: string }>(
    `with before as materialized (
       select incident_id from incident where customer_id = $1 and assignee_id = $2 and state <> 'resolved' order by incident_id for update
     )
     update incident i set assignee_id = $3, assignee = $4, changed_at = $5, version = version + 1
     from before where i.customer_id = $1 and i.incident_id = before.incident_id returning i.incident_id as "incidentId"`,
    [customerId, from, to.userId, to.name, now],
  )
  return rows.map(({ incidentId }) => incidentId)
}
