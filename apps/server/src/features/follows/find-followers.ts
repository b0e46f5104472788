import type { Transaction } from '#server/platform/database/transaction.ts'

/** Who follows each of these tickets, by ticket id. */
export async function findTicketFollowers(
  transaction: Transaction,
  tickets: readonly { customerId: string; ticketId: string }[],
): Promise<Map<string, Set<string>>> {
  const { rows } = await transaction.query<{ ticketId: string; userIds: string[] }>(
    `select f.target as "ticketId", array_agg(distinct f.user_id)::text[] as "userIds"
     from unnest($1::text[], $2::text[]) as t (customer_id, target)
     join follower f on f.customer_id = t.customer_id and f.kind = 'ticket' and f.target = t.target group by f.target`,
    [tickets.map(({ customerId }) => customerId), tickets.map(({ ticketId }) => ticketId)],
  )
  return new Map(rows.map(({ ticketId, userIds }) => [ticketId, new Set(userIds)]))
}

type Watched = { customerId: string; incidentId: string; entityId: string | null; entityTags: Readonly<Record<string, string>> }

/** Who follows each of these incidents, its resource, or a group that the resource is in; by incident id. */
export async function findIncidentFollowers(transaction: Transaction, incidents: readonly Watched[]): Promise<Map<string, Set<string>>> {
  const { rows } = await transaction.query<{ incidentId: string; userIds: string[] }>(
    `select i.incident_id as "incidentId", array_agg(distinct f.user_id)::text[] as "userIds"
     from unnest($1::text[], $2::text[], $3::text[], $4::jsonb[]) as i (customer_id, incident_id, entity_id, tags)
     join follower f on f.customer_id = i.customer_id and (
       (f.kind = 'incident' and f.target = i.incident_id) or (f.kind = 'entity' and f.target = i.entity_id)
       or (f.kind = 'tag_group' and i.entity_id is not null and not exists (
         select from jsonb_array_elements(case when f.kind = 'tag_group' then f.target::jsonb else '[]' end) as tag
         where coalesce(i.tags ->> (tag ->> 0), '') <> coalesce(tag ->> 1, ''))))
     group by i.incident_id`,
    [
      incidents.map(({ customerId }) => customerId),
      incidents.map(({ incidentId }) => incidentId),
      incidents.map(({ entityId }) => entityId),
      incidents.map(({ entityTags }) => JSON.stringify(entityTags)),
    ],
  )
  return new Map(rows.map(({ incidentId, userIds }) => [incidentId, new Set(userIds)]))
}
