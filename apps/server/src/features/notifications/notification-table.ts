import type { NewNotificationChoice, NotificationChoice, NotificationKind, NotifiedKind } from '@vakt/contract/notifications.ts'
import type { Severity } from '@vakt/contract/severity.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import type { NotifiedOfIncident } from './notify-of-incidents.ts'
import type { Told } from './plan-mails.ts'
import type { Person } from './telling-table.ts'

/** What was opened soon after each other becomes one row for each reader and customer. */
type Rolled = { person: { userId: string }; event: { customerId: string }; kind: NotifiedKind }
type Counted<One> = One & { tickets: number }
const keyOf = ({ person, event, kind }: Rolled) => `${person.userId} ${event.customerId} ${kind}`

/** Also over several batches: what an unread row of the last ten minutes can count is counted there, and left out of the answer. */
async function rollUp<One extends Rolled>(transaction: Transaction, told: One[], now: Date): Promise<Counted<One>[]> {
  const groups = new Map<string, Counted<One>>()
  for (const one of told) {
    const group = groups.get(keyOf(one))
    if (group) group.tickets += 1
    else groups.set(keyOf(one), { ...one, tickets: 1 })
  }
  const rows = [...groups.values()]
  if (rows.length === 0) return []
  const { rows: grown } = await transaction.query<{ key: string }>(
    `update notification n set tickets = n.tickets + g.tickets
     from unnest($1::uuid[], $2::text[], $3::int[], $5::text[]) as g (user_id, about_customer_id, tickets, kind)
     where n.notification_id = (select notification_id from notification o
       where o.user_id = g.user_id and o.about_customer_id = g.about_customer_id and o.kind = g.kind and o.read_at is null
         and o.created_at > $4::timestamptz - interval '10 minutes' order by notification_id desc limit 1)
     returning concat_ws(' ', n.user_id, n.about_customer_id, n.kind) as key`,
    [
      rows.map(({ person }) => person.userId),
      rows.map(({ event }) => event.customerId),
      rows.map(({ tickets }) => tickets),
      now,
      rows.map(({ kind }) => kind),
    ],
  )
  const done = new Set(grown.map(({ key }) => key))
  return rows.filter((row) => !done.has(keyOf(row)))
}

/** An event is told to somebody once, however often it is worked through. */
export async function insertNotifications(transaction: Transaction, told: Told<Person>[], now: Date): Promise<void> {
  const opened = await rollUp(
    transaction,
    told.filter(({ kind }) => kind === 'opened_by_monitoring'),
    now,
  )
  const rows: Counted<Told<Person>>[] = [
    ...told.filter(({ kind }) => kind !== 'opened_by_monitoring').map((one) => ({ ...one, tickets: 1 })),
    ...opened,
  ].sort((a, b) => Number(BigInt(a.event.eventId) - BigInt(b.event.eventId)))
  if (rows.length === 0) return
  const column = <Value>(read: (row: Counted<Told<Person>>) => Value) => rows.map(read)
  await transaction.query(
    `insert into notification (customer_id, user_id, about_customer_id, ticket_id, event_id, kind, comment_id, private, by_system, actor_name,
       subject, details, tickets, created_at)
     select * from unnest($1::text[], $2::uuid[], $3::text[], $4::bigint[], $5::bigint[], $6::text[], $7::bigint[], $8::boolean[], $9::boolean[],
       $10::text[], $11::text[], $12::jsonb[], $13::int[], $14::timestamptz[])
     on conflict (user_id, event_id) do nothing`,
    [
      column(({ person }) => person.customerId),
      column(({ person }) => person.userId),
      column(({ event }) => event.customerId),
      column(({ event }) => event.ticketId),
      column(({ event }) => event.eventId),
      column(({ kind }) => kind),
      column(({ event }) => event.commentId),
      column(({ event }) => event.private),
      column(({ event }) => event.actorType === 'system'),
      column(({ event }) => event.actorName),
      column(({ event }) => event.subject),
      column(({ event }) => JSON.stringify(event.details)),
      column(({ tickets }) => tickets),
      column(() => now),
    ],
  )
}

/** Of several incidents at once the first is named, with how many there are. */
export async function insertIncidentNotifications(transaction: Transaction, notified: NotifiedOfIncident[], now: Date): Promise<void> {
  const rows = await rollUp(transaction, notified, now)
  if (rows.length === 0) return
  await transaction.query(
    `insert into notification (customer_id, user_id, about_customer_id, incident_id, event_id, kind, private, by_system, actor_name, subject,
       details, tickets, created_at)
     select customer_id, user_id, about, incident_id, event_id, kind, false, by_system, actor_name, subject,
       jsonb_build_object('severity', severity), tickets, $11
     from unnest($1::text[], $2::uuid[], $3::text[], $4::bigint[], $5::bigint[], $6::text[], $7::boolean[], $8::text[], $9::text[], $10::text[],
       $12::int[]) as n (customer_id, user_id, about, incident_id, event_id, kind, by_system, actor_name, subject, severity, tickets)
     order by event_id
     on conflict (user_id, event_id) do nothing`,
    [
      rows.map(({ person }) => person.customerId),
      rows.map(({ person }) => person.userId),
      rows.map(({ event }) => event.customerId),
      rows.map(({ event }) => event.incidentId),
      rows.map(({ event }) => event.eventId),
      rows.map(({ kind }) => kind),
      rows.map(({ event }) => event.actorType === 'system'),
      rows.map(({ event }) => event.actorName),
      rows.map(({ event }) => event.title),
      rows.map(({ event }) => event.severity),
      now,
      rows.map(({ tickets }) => tickets),
    ],
  )
}

/** About a webhook, not a ticket: the subject is its name. */
export async function insertWebhookNotices(
  transaction: Transaction,
  kind: NotificationKind,
  told: { person: { customerId: string; userId: string }; webhook: { customerId: string; name: string } }[],
  now: Date,
): Promise<void> {
  await transaction.query(
    `insert into notification (customer_id, user_id, about_customer_id, kind, private, by_system, actor_name, subject, details, created_at)
     select reader_of, reader, about, $5, true, true, 'Vakt', name, '{}', $6
     from unnest($1::text[], $2::uuid[], $3::text[], $4::text[]) as told (reader_of, reader, about, name)`,
    [
      told.map(({ person }) => person.customerId),
      told.map(({ person }) => person.userId),
      told.map(({ webhook }) => webhook.customerId),
      told.map(({ webhook }) => webhook.name),
      kind,
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
  severity: Severity | null
  subject: string
  tickets: number
  actor: string
  bySystem: boolean
  private: boolean
  status: string | null
  createdAt: Date
  isRead: boolean
}

/** Which of somebody's notifications they may see: those about private things or other customers only while they are staff. */
type Sight = { userId: string; isStaff: boolean; sees: { tickets: boolean; incidents: boolean } }
const visibleTo = ({ sees }: Sight) =>
  `customer_id = $1 and user_id = $2 and ($3 or (not private and about_customer_id = $1))
   ${sees.tickets ? '' : 'and incident_id is not null'} ${sees.incidents ? '' : 'and incident_id is null'}`

/** One row more than the limit, so that the caller sees whether there is a next page. The names of other customers are filled in elsewhere. */
export async function readNotificationPage(
  transaction: Transaction,
  customerId: string,
  { onlyUnread, after, limit, ...sight }: Sight & { onlyUnread: boolean; after: readonly string[] | null; limit: number },
): Promise<NotificationRow[]> {
  const { rows } = await transaction.query<NotificationRow>(
    `select notification_id as "notificationId", kind, about_customer_id as "customerId", null as "customerName", ticket_id as "ticketId",
       incident_id as "incidentId", details ->> 'severity' as severity, subject, tickets,
       actor_name as actor, by_system as "bySystem", private, details ->> 'after' as status, created_at as "createdAt", read_at is not null as "isRead"
     from notification where ${visibleTo(sight)} ${onlyUnread ? 'and read_at is null' : ''} and ($4::bigint is null or notification_id < $4)
     order by notification_id desc limit $5`,
    [customerId, sight.userId, sight.isStaff, after?.[0], limit + 1],
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
    values: [customerId, sight.userId, sight.isStaff],
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
