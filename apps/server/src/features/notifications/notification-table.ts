import type { NotificationChoice, NotificationKind } from '@vakt/contract/notifications.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import type { Told } from './plan-mails.ts'

type NewRow = Told & { tickets: number }
const keyOf = ({ person, event }: Told) => `${person.userId} ${event.customerId}`

/** What monitoring opens soon after each other becomes one row for each reader and customer, also over several batches. */
async function rollUp(transaction: Transaction, told: Told[], now: Date): Promise<NewRow[]> {
  const groups = new Map<string, NewRow>()
  for (const one of told) {
    const group = groups.get(keyOf(one))
    if (group) group.tickets += 1
    else groups.set(keyOf(one), { ...one, tickets: 1 })
  }
  const rows = [...groups.values()]
  if (rows.length === 0) return []
  const { rows: grown } = await transaction.query<{ userId: string; customerId: string }>(
    `update notification n set tickets = n.tickets + g.tickets
     from unnest($1::uuid[], $2::text[], $3::int[]) as g (user_id, about_customer_id, tickets)
     where n.notification_id = (select notification_id from notification o
       where o.user_id = g.user_id and o.about_customer_id = g.about_customer_id and o.kind = 'opened_by_monitoring' and o.read_at is null
         and o.created_at > $4::timestamptz - interval '10 minutes' order by notification_id desc limit 1)
     returning n.user_id as "userId", n.about_customer_id as "customerId"`,
    [rows.map(({ person }) => person.userId), rows.map(({ event }) => event.customerId), rows.map(({ tickets }) => tickets), now],
  )
  const done = new Set(grown.map(({ userId, customerId }) => `${userId} ${customerId}`))
  return rows.filter((row) => !done.has(keyOf(row)))
}

/** An event is told to somebody once, however often it is worked through. */
export async function insertNotifications(transaction: Transaction, told: Told[], now: Date): Promise<void> {
  const opened = await rollUp(
    transaction,
    told.filter(({ kind }) => kind === 'opened_by_monitoring'),
    now,
  )
  const rows: NewRow[] = [
    ...told.filter(({ kind }) => kind !== 'opened_by_monitoring').map((one) => ({ ...one, tickets: 1 })),
    ...opened,
  ].sort((a, b) => Number(BigInt(a.event.eventId) - BigInt(b.event.eventId)))
  if (rows.length === 0) return
  const column = <Value>(read: (row: NewRow) => Value) => rows.map(read)
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
  kind: NotificationKind
  customerId: string
  customerName: string | null
  ticketId: string | null
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
type Sight = { userId: string; isStaff: boolean }
const visible = `customer_id = $1 and user_id = $2 and ($3 or (not private and about_customer_id = $1))`

/** One row more than the limit, so that the caller sees whether there is a next page. The names of other customers are filled in elsewhere. */
export async function readNotificationPage(
  transaction: Transaction,
  customerId: string,
  { userId, isStaff, onlyUnread, after, limit }: Sight & { onlyUnread: boolean; after: readonly string[] | null; limit: number },
): Promise<NotificationRow[]> {
  const { rows } = await transaction.query<NotificationRow>(
    `select notification_id as "notificationId", kind, about_customer_id as "customerId", null as "customerName", ticket_id as "ticketId", subject, tickets,
       actor_name as actor, by_system as "bySystem", private, details ->> 'after' as status, created_at as "createdAt", read_at is not null as "isRead"
     from notification where ${visible} ${onlyUnread ? 'and read_at is null' : ''} and ($4::bigint is null or notification_id < $4)
     order by notification_id desc limit $5`,
    [customerId, userId, isStaff, after?.[0], limit + 1],
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
export async function countUnread(transaction: Transaction, customerId: string, { userId, isStaff }: Sight): Promise<number> {
  const { rows } = await transaction.query<{ count: number }>({
    name: 'count-unread-notifications',
    text: `select count(*)::int as count from (select from notification where ${visible} and read_at is null limit 100) unread`,
    values: [customerId, userId, isStaff],
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
    'select kind, by_mail as "byMail", in_portal as "inPortal" from notification_preference where customer_id = $1 and user_id = $2',
    [customerId, userId],
  )
  return rows
}

export async function saveChoices(
  transaction: Transaction,
  customerId: string,
  { userId, choices }: { userId: string; choices: NotificationChoice[] },
): Promise<void> {
  await transaction.query(
    `insert into notification_preference (customer_id, user_id, kind, by_mail, in_portal)
     select $1, $2, * from unnest($3::text[], $4::boolean[], $5::boolean[])
     on conflict (customer_id, user_id, kind) do update set by_mail = excluded.by_mail, in_portal = excluded.in_portal`,
    [customerId, userId, choices.map(({ kind }) => kind), choices.map(({ byMail }) => byMail), choices.map(({ inPortal }) => inPortal)],
  )
}
