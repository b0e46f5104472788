import type { IncidentContext, IncidentNeighbour } from '@vakt/contract/incidents/incident-details.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'

type Neighbour = Omit<IncidentNeighbour, 'openedAt' | 'resolvedAt'> & { openedAt: Date; resolvedAt: Date | null }

const columns = `i.incident_id::text as "incidentId", i.title, i.finding, i.severity, i.state, i.opened_at as "openedAt", i.resolved_at as "resolvedAt",
  (select e.name from entity e where e.customer_id = i.customer_id and e.entity_id = i.entity_id) as entity,
  (select t.ticket_id::text from ticket t where t.customer_id = i.customer_id and t.incident_id = i.incident_id) as "ticketId"`

const mostShown = 5

/** The latest incidents of the same rule on the same entity that opened before this one. */
export async function readEarlier(transaction: Transaction, customerId: string, incidentId: string): Promise<Neighbour[]> {
  const { rows } = await transaction.query<Neighbour>({
    name: 'read-earlier-incidents',
    text: `select ${columns} from incident o join incident i on i.customer_id = o.customer_id and i.entity_id = o.entity_id and i.rule = o.rule
             and i.incident_id <> o.incident_id and i.opened_at < o.opened_at
           where o.customer_id = $1 and o.incident_id = $2 order by i.opened_at desc, i.incident_id desc limit ${mostShown}`,
    values: [customerId, incidentId],
  })
  return rows
}

/** Open incidents, and those that opened within half an hour of this one, of which the same resource group comes first. */
export async function readRelated(transaction: Transaction, customerId: string, incidentId: string): Promise<Neighbour[]> {
  const { rows } = await transaction.query<Neighbour>({
    name: 'read-related-incidents',
    text: `select ${columns} from incident o left join entity oe on oe.customer_id = o.customer_id and oe.entity_id = o.entity_id
           join incident i on i.customer_id = o.customer_id and i.incident_id <> o.incident_id
             and i.opened_at between o.opened_at - interval '7 days' and o.opened_at + interval '7 days'
           left join entity ie on ie.customer_id = i.customer_id and ie.entity_id = i.entity_id
           cross join lateral (select lower(ie.resource_group) = lower(oe.resource_group) as same_group,
             i.opened_at between o.opened_at - interval '30 minutes' and o.opened_at + interval '30 minutes' as same_time) near
           where o.customer_id = $1 and o.incident_id = $2 and (near.same_time or (near.same_group and i.state <> 'resolved'))
           order by near.same_group desc nulls last, i.state = 'resolved', i.opened_at desc, i.incident_id desc limit ${mostShown}`,
    values: [customerId, incidentId],
  })
  return rows
}

type Change = Omit<IncidentContext['changes'][number], 'at'> & { at: Date }

/** What changed on the entity in the 30 days before the incident opened and since, the latest first. */
export async function readChanges(transaction: Transaction, customerId: string, incidentId: string): Promise<Change[]> {
  const { rows } = await transaction.query<Change>({
    name: 'read-changes-before-incident',
    text: `select h.at, h.kind, h.field, left(case when jsonb_typeof(h.before) = 'string' then h.before #>> '{}' else h.before::text end, 200) as before,
             left(case when jsonb_typeof(h.after) = 'string' then h.after #>> '{}' else h.after::text end, 200) as after,
             h.at between i.opened_at - interval '24 hours' and i.opened_at as "isShortlyBefore"
           from incident i join entity_history h on h.customer_id = i.customer_id and h.entity_id = i.entity_id
           where i.customer_id = $1 and i.incident_id = $2 and h.at > i.opened_at - interval '30 days'
             and h.at < coalesce(i.resolved_at, 'infinity')
           order by h.history_id desc limit ${mostShown}`,
    values: [customerId, incidentId],
  })
  return rows
}
