import type { Actor } from '#server/platform/context.ts'
import { ofOpenCustomer } from '#server/platform/database/open-customers.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { enqueueJobs } from '#server/platform/jobs/job-table.ts'
import type { BatchRow } from '#server/platform/jobs/work-in-batches.ts'
import type { LoggedEvent } from './event-topic.ts'
import type { NewEvent } from './note-event.ts'

/** Wakes the dispatcher. */
export const eventChannel = 'vakt_event'

/** The queue of events that failed in their batch. */
export const eventQueueName = 'dispatch-events'

/** From here on an event is left to its job. */
const setAsideAttempts = 8

export async function insertEvents(
  transaction: Transaction,
  customerId: string,
  { actor, now, events }: { actor: Actor; now: Date; events: NewEvent[] },
): Promise<void> {
  const [actorId, actorName] = actor.type === 'user' ? [actor.userId, actor.name] : [actor.job, 'Vakt']
  await transaction.query({
    name: 'insert-events',
    text: `insert into event (customer_id, at, actor_type, actor_id, actor_name, topic, kind, subject_id, private, named_user_ids, details)
           select $1, $2, $3, $4, $5, e.topic, e.kind, e.subject_id, e.private, e.named_user_ids::uuid[], e.details
           from unnest($6::text[], $7::text[], $8::text[], $9::boolean[], $10::text[], $11::jsonb[]) with ordinality
             as e (topic, kind, subject_id, private, named_user_ids, details, position)
           order by e.position`,
    values: [
      customerId,
      now,
      actor.type,
      actorId,
      actorName,
      events.map(({ topic }) => topic),
      events.map(({ kind }) => kind),
      events.map(({ subjectId }) => subjectId),
      events.map((event) => event.private ?? false),
      // An array of arrays must have rows of one length: each goes as the text of an array.
      events.map(({ namedUserIds = [] }) => `{${namedUserIds.join(',')}}`),
      events.map(({ details = {} }) => JSON.stringify(details)),
    ],
  })
  transaction.announceOnCommit(eventChannel)
}

// Steps through the index from customer to customer, so that 100,000 events of one cost no more than a batch, and takes one of each by turns.
const oldestOfEachCustomer = `
  with recursive lane as (
    (select customer_id from event where dispatched_at is null order by customer_id limit 1)
    union all
    select n.customer_id from lane l cross join lateral (
      select customer_id from event where dispatched_at is null and customer_id > l.customer_id order by customer_id limit 1) n
  ), first as (
    select w.event_id, row_number() over (partition by l.customer_id order by w.event_id) as turn
    from lane l cross join lateral (
      select event_id from event
      where dispatched_at is null and customer_id = l.customer_id and attempts < ${setAsideAttempts}
      order by event_id limit $1) w
    where ${ofOpenCustomer('l.customer_id')}
  ), chosen as (
    select event_id from first order by turn, event_id limit $1
  ), taken as materialized (
    select * from event where event_id = any(array(select event_id from chosen)) and dispatched_at is null for update skip locked
  )`

const oldestOfCustomer = `
  with taken as materialized (
    select * from event where dispatched_at is null and customer_id = $2 and attempts < ${setAsideAttempts}
    order by event_id limit $1 for update skip locked
  )`

const oneEvent = 'with taken as materialized (select * from event where event_id = $1 and dispatched_at is null for update)'

const theseEvents = `
  with taken as materialized (
    select * from event where event_id = any($1::bigint[]) and dispatched_at is null for update skip locked
  )`

/**
 * Events that are not dispatched yet: by turns between the customers and of each the oldest first, or those of one customer, the one that
 * was set aside, or those that were noted as begun. They are locked until the transaction ends.
 */
export async function takeEventsForAllCustomers(
  transaction: Transaction,
  which: { limit: number; customerId?: string } | { eventId: string } | { eventIds: readonly string[] },
): Promise<LoggedEvent[]> {
  const [taken, values] = chooseEvents(which)
  const { rows } = await transaction.query<LoggedEvent>(
    `${taken}
     select e.event_id as "eventId", e.customer_id as "customerId", c.name as "customerName", e.topic, e.kind, e.subject_id as "subjectId", e.at,
       e.private, e.actor_type as "actorType", e.actor_name as "actorName", case when e.actor_type = 'user' then e.actor_id end as "actorUserId",
       e.named_user_ids::text[] as "namedUserIds", e.details
     from taken e join customer c on c.customer_id = e.customer_id
     order by e.event_id`,
    values,
  )
  return rows
}

function chooseEvents(which: Parameters<typeof takeEventsForAllCustomers>[1]): [taken: string, values: unknown[]] {
  if ('eventId' in which) return [oneEvent, [which.eventId]]
  if ('eventIds' in which) return [theseEvents, [which.eventIds]]
  const { limit, customerId } = which
  return customerId === undefined ? [oldestOfEachCustomer, [limit]] : [oldestOfCustomer, [limit, customerId]]
}

/** Each further statement of the transaction is cancelled after so many seconds: one that waits would hold it open. */
export async function limitStatements(transaction: Transaction, seconds: number): Promise<void> {
  await transaction.query("select set_config('statement_timeout', $1, true)", [`${Math.ceil(seconds * 1000)}ms`])
}

export async function markDispatched(transaction: Transaction, eventIds: string[], now: Date): Promise<void> {
  await transaction.query('update event set dispatched_at = $2 where event_id = any($1::bigint[])', [eventIds, now])
}

/** The event becomes a job of its own, which is retried, and listed when it fails permanently. */
export async function setEventAside(transaction: Transaction, { customerId, rowId }: BatchRow, timesLost = 0): Promise<void> {
  await transaction.query(`update event set attempts = ${setAsideAttempts} where event_id = $1 and dispatched_at is null`, [rowId])
  await enqueueJobs(transaction, [{ queue: eventQueueName, customerId, rowId, timesLost }])
}

/** Counts that the process died that had begun with these; answers how often that was for each that is not dispatched yet. */
export async function countLostEvents(
  transaction: Transaction,
  eventIds: readonly string[],
): Promise<{ customerId: string; eventId: string; attempts: number }[]> {
  const { rows } = await transaction.query<{ customerId: string; eventId: string; attempts: number }>(
    `update event set attempts = attempts + 1 where event_id = any($1::bigint[]) and dispatched_at is null and attempts < ${setAsideAttempts}
     returning customer_id as "customerId", event_id as "eventId", attempts`,
    [eventIds],
  )
  return rows
}

/** Deletes at most `limit` dispatched events that are older; returns how many. */
export async function deleteEventsForAllCustomers(transaction: Transaction, before: Date, limit: number): Promise<number> {
  const { rowCount } = await transaction.query(
    'delete from event where event_id in (select event_id from event where dispatched_at is not null and at < $1 order by at limit $2)',
    [before, limit],
  )
  return rowCount ?? 0
}
