import type { NewNotificationChoice, Notification, NotificationChoice, NotifiedKind } from '@vakt/contract/notifications/notifications.ts'
import type { Severity } from '@vakt/contract/severity.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import type { CountedNotification } from './notify-in-portal.ts'

/** Adds to what unread rows of the last ten minutes count; returns the user, customer and kind of those that it found. */
export async function addToUnread(transaction: Transaction, rows: CountedNotification[], now: Date): Promise<string[]> {
  const { rows: found } = await transaction.query<{ key: string }>(
    `update notification n set tickets = n.tickets + g.tickets
     from unnest($1::uuid[], $2::text[], $3::int[], $5::text[]) as g (user_id, about_customer_id, tickets, kind)
     where n.notification_id = (select notification_id from notification o
       where o.user_id = g.user_id and o.about_customer_id = g.about_customer_id and o.kind = g.kind and o.read_at is null
         and o.created_at > $4::timestamptz - interval '10 minutes' order by notification_id desc limit 1)
     returning concat_ws(' ', n.user_id, n.about_customer_id, n.kind) as key`,
    [
      rows.map(({ recipient }) => recipient.userId),
      rows.map(({ event }) => event.customerId),
      rows.map(({ tickets }) => tickets),
      now,
      rows.map(({ kind }) => kind),
    ],
  )
  return found.map(({ key }) => key)
}

/** Idempotent: at most one notification per event and user. */
export async function insertNotifications(transaction: Transaction, rows: CountedNotification[], now: Date): Promise<void> {
  if (rows.length === 0) return
  const column = <Value>(read: (row: CountedNotification) => Value) => rows.map(read)
  await transaction.query(
    `insert into notification (customer_id, user_id, about_customer_id, ticket_id, incident_id, event_id, kind, comment_id, private, by_system,
       actor_name, subject, details, tickets, created_at)
     select n.*, $15 from unnest($1::text[], $2::uuid[], $3::text[], $4::bigint[], $5::bigint[], $6::bigint[], $7::text[], $8::bigint[],
       $9::boolean[], $10::boolean[], $11::text[], $12::text[], $13::jsonb[], $14::int[]) as n (customer_id, user_id, about, ticket_id,
       incident_id, event_id, kind, comment_id, private, by_system, actor_name, subject, details, tickets)
     order by n.event_id
     on conflict (user_id, event_id) do nothing`,
    [
      column(({ recipient }) => recipient.customerId),
      column(({ recipient }) => recipient.userId),
      column(({ event }) => event.customerId),
      column(({ ticketId }) => ticketId ?? null),
      column(({ incidentId }) => incidentId ?? null),
      column(({ event }) => event.eventId),
      column(({ kind }) => kind),
      column(({ commentId }) => commentId ?? null),
      column(({ event }) => event.private),
      column(({ event }) => event.actorType === 'system'),
      column(({ event }) => event.actorName),
      column(({ subject }) => subject),
      column(({ details = {} }) => JSON.stringify(details)),
      column(({ tickets }) => tickets),
      now,
    ],
  )
}

export type NotificationRow = {
  notificationId: string
  kind: NotifiedKind
  customerId: string
  customerName: string | null
  ticketId: string | null
  incidentId: string | null
  serviceWindow: Notification['serviceWindow']
  onCall: Notification['onCall']
  leavingCustomerId: string | null
  cloudOpsEntityId: string | null
  target: Notification['target']
  severity: Severity | null
  subject: string
  finding: Notification['finding']
  tickets: number
  actor: string
  bySystem: boolean
  private: boolean
  status: string | null
  createdAt: Date
  isRead: boolean
}

/** The notifications of a user that they may see: private ones, and those of other customers, only while they are staff who see that customer. */
type Sight = {
  userId: string
  isStaff: boolean
  limitedTo: readonly string[] | null
  sees: { tickets: boolean; incidents: boolean; windows: boolean }
}
const visibleTo = ({ sees }: Sight) =>
  `customer_id = $1 and user_id = $2 and case when $3
     then $4::text[] is null or about_customer_id = any($4) or (about_customer_id = $1 and kind = 'on_call')
     else not private and about_customer_id = $1 end
   ${sees.tickets ? '' : "and (incident_id is not null or kind in ('service_window', 'on_call') or kind like 'cloudops%')"} ${sees.incidents ? '' : 'and incident_id is null'}
   ${sees.windows ? '' : "and kind <> 'service_window'"}`

/** One row more than the limit, so that the caller sees whether there is a next page. The names of other customers are filled in elsewhere. */
export async function readNotificationPage(
  transaction: Transaction,
  customerId: string,
  { onlyUnread, after, limit, ...sight }: Sight & { onlyUnread: boolean; after: readonly string[] | null; limit: number },
): Promise<NotificationRow[]> {
  const { rows } = await transaction.query<NotificationRow>(
    `select notification_id as "notificationId", kind, about_customer_id as "customerId", null as "customerName", ticket_id as "ticketId",
       incident_id as "incidentId", details -> 'serviceWindow' as "serviceWindow", details ->> 'onCall' as "onCall", details ->> 'leavingCustomerId' as "leavingCustomerId",
       details ->> 'cloudOpsEntityId' as "cloudOpsEntityId",
       case when kind = 'service_level_warning' and details ? 'dueAt' then json_build_object('clock', details -> 'target', 'dueAt', details -> 'dueAt') end as target,
       details ->> 'severity' as severity, subject,
       details -> 'finding' as finding, tickets,
       actor_name as actor, by_system as "bySystem", private, details ->> 'after' as status, created_at as "createdAt", read_at is not null as "isRead"
     from notification where ${visibleTo(sight)} ${onlyUnread ? 'and read_at is null' : ''} and ($5::bigint is null or notification_id < $5)
     order by notification_id desc limit $6`,
    [customerId, sight.userId, sight.isStaff, sight.limitedTo, after?.[0], limit + 1],
  )
  return rows
}

export async function readCustomerNamesForAllCustomers(transaction: Transaction, customerIds: string[]): Promise<Map<string, string>> {
  const { rows } = await transaction.query<{ customerId: string; name: string }>(
    'select customer_id as "customerId", name from customer where customer_id = any($1)',
    [customerIds],
  )
  return new Map(rows.map(({ customerId, name }) => [customerId, name]))
}

/** Counting stops at 100. */
export async function countUnread(transaction: Transaction, customerId: string, sight: Sight): Promise<number> {
  const { rows } = await transaction.query<{ count: number }>({
    text: `select count(*)::int as count from (select from notification where ${visibleTo(sight)} and read_at is null limit 100) unread`,
    values: [customerId, sight.userId, sight.isStaff, sight.limitedTo],
  })
  return rows[0]?.count ?? 0
}

/** Returns how many became read. */
export async function markRead(
  transaction: Transaction,
  customerId: string,
  { userId, notificationIds, upTo, now }: { userId: string; notificationIds: string[]; upTo: string | null; now: Date },
): Promise<number> {
  const { rowCount } = await transaction.query(
    `update notification set read_at = $5 where customer_id = $1 and user_id = $2 and read_at is null
       and (notification_id = any($3::bigint[]) or notification_id <= $4::bigint)`,
    [customerId, userId, notificationIds, upTo, now],
  )
  return rowCount ?? 0
}

export async function readChoices(transaction: Transaction, customerId: string, userId: string): Promise<NotificationChoice[]> {
  const { rows } = await transaction.query<NotificationChoice>(
    'select kind, by_mail as "byMail", in_portal as "inPortal", from_severity as "fromSeverity" from notification_preference where customer_id = $1 and user_id = $2',
    [customerId, userId],
  )
  return rows
}

export async function saveChoices(
  transaction: Transaction,
  customerId: string,
  { userId, choices }: { userId: string; choices: NewNotificationChoice[] },
): Promise<void> {
  await transaction.query(
    `insert into notification_preference (customer_id, user_id, kind, by_mail, in_portal, from_severity)
     select $1, $2, * from unnest($3::text[], $4::boolean[], $5::boolean[], $6::text[])
     on conflict (customer_id, user_id, kind) do update set by_mail = excluded.by_mail, in_portal = excluded.in_portal,
       from_severity = coalesce(excluded.from_severity, notification_preference.from_severity)`,
    [
      customerId,
      userId,
      choices.map(({ kind }) => kind),
      choices.map(({ byMail }) => byMail),
      choices.map(({ inPortal }) => inPortal),
      choices.map(({ fromSeverity }) => fromSeverity ?? null),
    ],
  )
}

/** Deletes at most `limit` older notifications; returns how many. */
export async function deleteNotificationsForAllCustomers(transaction: Transaction, before: Date, limit: number): Promise<number> {
  const { rowCount } = await transaction.query(
    'delete from notification where notification_id in (select notification_id from notification where created_at < $1 order by created_at limit $2)',
    [before, limit],
  )
  return rowCount ?? 0
}
