import type { Transaction } from '#server/platform/database/transaction.ts'

/**
 * Removes incidents that were resolved, and untouched since, before that time, with all that was noted on them. Those stay that an alert, a
 * ticket, an incident merged into them, an open incident that they are merged into, an ongoing major incident or a process that runs refers
 * to. Returns which.
 */
export async function deleteOldIncidents(
  transaction: Transaction,
  customerId: string,
  { before, limit }: { before: Date; limit: number },
): Promise<string[]> {
  const { rows } = await transaction.query<{ incidentId: string }>({
    name: 'delete-old-incidents',
    text: `with old as (
             select i.incident_id from incident i
             where i.customer_id = $1 and i.state = 'resolved' and i.resolved_at < $2 and i.changed_at < $2
               and not exists (select from alert a where a.customer_id = $1 and a.incident_id = i.incident_id)
               and not exists (select from ticket t where t.customer_id = $1 and t.incident_id = i.incident_id)
               and not exists (select from incident m where m.customer_id = $1 and m.merged_into = i.incident_id)
               and not exists (select from incident m
                 where m.customer_id = $1 and m.incident_id = i.merged_into and m.state <> 'resolved')
               and not exists (select from major_incident_part p join major_incident m using (major_incident_id)
                 where p.customer_id = $1 and p.incident_id = i.incident_id and m.ended_at is null)
               and not exists (select from process_run r
                 where r.customer_id = $1 and r.incident_id = i.incident_id and r.outcome is null)
             order by i.resolved_at, i.incident_id limit $3 for update of i skip locked
           )
           delete from incident where customer_id = $1 and incident_id in (select incident_id from old)
           returning incident_id as "incidentId"`,
    values: [customerId, before, limit],
  })
  return rows.map(({ incidentId }) => incidentId)
}
