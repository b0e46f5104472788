import type { IncidentEventKind } from '@vakt/contract/notifications.ts'
import type { Severity } from '@vakt/contract/severity.ts'
import type { Actor } from '#server/platform/context.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { enqueueJobs } from '#server/platform/jobs/job-table.ts'
import type { BatchRow } from '#server/platform/jobs/work-in-batches.ts'
import type { NewIncidentEvent } from './note-incident-event.ts'

/** Announced to the worker that notifies of incidents. */
export const incidentOutboxChannel = 'vakt_incident_outbox'

/** The queue of the work queue for events that failed in a batch. */
export const incidentEventQueueName = 'notify-of-incidents'

/** From here on an event is left to its job. */
const setAsideAttempts = 8

export async function insertIncidentEvents(
  transaction: Transaction,
  customerId: string,
  { actor, now, events }: { actor: Actor; now: Date; events: NewIncidentEvent[] },
): Promise<void> {
  const [actorId, actorName] = actor.type === 'user' ? [actor.userId, actor.name] : [actor.job, 'Vakt']
  await transaction.query({
    name: 'insert-incident-outbox',
    text: `insert into incident_outbox (customer_id, at, actor_type, actor_id, actor_name, incident_id, kind, severity)
           select $1, $2, $3, $4, $5, e.* from unnest($6::bigint[], $7::text[], $8::text[]) as e`,
    values: [
      customerId,
      now,
      actor.type,
      actorId,
      actorName,
      events.map(({ incidentId }) => incidentId),
      events.map(({ kind }) => kind),
      events.map(({ severity }) => severity),
    ],
  })
  transaction.announceOnCommit(incidentOutboxChannel)
}

export type TakenIncidentEvent = {
  eventId: string
  customerId: string
  customerName: string
  incidentId: string
  kind: IncidentEventKind
  /** At that time. */
  severity: Severity
  at: Date
  actorType: 'user' | 'system'
  actorName: string
  /** Null when Vakt itself did it. */
  actorUserId: string | null
  title: string
  openedAt: Date
  entityId: string | null
  entityName: string | null
  entityTags: Record<string, string>
  ticketId: string | null
}

/** What users are notified of: an event, or that an incident which they had muted is still open. */
export type NotifiedIncidentEvent = Omit<TakenIncidentEvent, 'kind'> & { kind: IncidentEventKind | 'reminded' }

/** Waiting events, the oldest first, or the one that was set aside; locked until the transaction ends. */
export async function takeIncidentEventsForAllCustomers(
  transaction: Transaction,
  which: { limit: number } | { eventId: string },
): Promise<TakenIncidentEvent[]> {
  const [condition, value] =
    'limit' in which
      ? [`attempts < ${setAsideAttempts} order by attempts, event_id limit $1 for update skip locked`, which.limit]
      : ['event_id = $1 for update', which.eventId]
  const { rows } = await transaction.query<TakenIncidentEvent>(
    `with taken as materialized (
       select * from incident_outbox where notified_at is null and ${condition}
     )
     select o.event_id as "eventId", o.customer_id as "customerId", c.name as "customerName", o.incident_id as "incidentId", o.kind,
       o.severity, o.at, o.actor_type as "actorType", o.actor_name as "actorName",
       case when o.actor_type = 'user' then o.actor_id end as "actorUserId", i.title, i.opened_at as "openedAt", i.entity_id as "entityId",
       e.name as "entityName", coalesce(e.tags, '{}') as "entityTags",
       (select t.ticket_id from ticket t where t.customer_id = o.customer_id and t.incident_id = o.incident_id) as "ticketId"
     from taken o
     join incident i on i.customer_id = o.customer_id and i.incident_id = o.incident_id
     join customer c on c.customer_id = o.customer_id
     left join entity e on e.customer_id = i.customer_id and e.entity_id = i.entity_id
     order by o.attempts, o.event_id`,
    [value],
  )
  return rows
}

export async function markIncidentEventsNotified(transaction: Transaction, eventIds: string[], now: Date): Promise<void> {
  await transaction.query('update incident_outbox set notified_at = $2 where event_id = any($1::bigint[])', [eventIds, now])
}

/** The event becomes a job of its own, which is tried again and seen when it fails for good. */
export async function setIncidentEventAside(transaction: Transaction, { customerId, rowId }: BatchRow): Promise<void> {
  await transaction.query(`update incident_outbox set attempts = ${setAsideAttempts} where event_id = $1 and notified_at is null`, [rowId])
  await enqueueJobs(transaction, [{ queue: incidentEventQueueName, customerId, rowId }])
}
