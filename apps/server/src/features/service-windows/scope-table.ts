import type { Transaction } from '#server/platform/database/transaction.ts'

async function count(transaction: Transaction, text: string, values: unknown[]): Promise<number> {
  const { rows } = await transaction.query<{ count: number }>(text, values)
  return rows[0]?.count ?? 0
}

export const hasAllEntities = async (transaction: Transaction, customerId: string, entityIds: readonly string[]): Promise<boolean> =>
  (await count(transaction, 'select count(*)::int as count from entity where customer_id = $1 and entity_id = any ($2)', [
    customerId,
    entityIds,
  ])) === new Set(entityIds.map((id) => id.toLowerCase())).size

export const hasUsers = async (transaction: Transaction, customerId: string, userIds: readonly string[]): Promise<boolean> =>
  (await count(transaction, 'select count(*)::int as count from app_user where customer_id = $1 and user_id = any ($2)', [
    customerId,
    userIds,
  ])) === new Set(userIds.map((id) => id.toLowerCase())).size

export const hasTicket = async (transaction: Transaction, customerId: string, ticketId: string): Promise<boolean> =>
  (await count(transaction, 'select count(*)::int as count from ticket where customer_id = $1 and ticket_id = $2', [
    customerId,
    ticketId,
  ])) > 0

export type Covered = {
  entities: number
  covered: { entityId: string; name: string; type: string }[]
  openIncidents: number
  withOpenIncidents: { entityId: string; name: string; incidentId: string }[]
}

/** What a scope covers now: how many entities, the first by name, and those of them with an open incident. */
export async function readCovered(
  transaction: Transaction,
  customerId: string,
  { keys, entityIds, named }: { keys: readonly string[]; entityIds: readonly string[]; named: number },
): Promise<Covered> {
  const { rows } = await transaction.query<Covered>(
    // Named entities by their index; the others by a look at all of the customer.
    `with covered as materialized (
       select e.entity_id, e.name, e.name_key, e.type from entity e
       where e.customer_id = $1 and not e.hidden and case when $4 then e.entity_id = any ($3::uuid[]) else service_window_keys(e) && $2::text[] end
     ), troubled as materialized (
       select c.entity_id, c.name, c.name_key, i.incident_id from covered c
       join incident i on i.customer_id = $1 and i.entity_id = c.entity_id and i.state <> 'resolved'
     )
     select (select count(*)::int from covered) as entities, (select count(*)::int from troubled) as "openIncidents",
       coalesce((select json_agg(json_build_object('entityId', entity_id, 'name', name, 'type', type))
         from (select * from covered order by name_key, entity_id limit $5) first), '[]') as covered,
       coalesce((select json_agg(json_build_object('entityId', entity_id, 'name', name, 'incidentId', incident_id::text))
         from (select * from troubled order by name_key, incident_id limit $5) first), '[]') as "withOpenIncidents"`,
    [customerId, keys, entityIds, keys.every((key) => key.startsWith('entity ')), named],
  )
  return rows[0] ?? { entities: 0, covered: [], openIncidents: 0, withOpenIncidents: [] }
}
