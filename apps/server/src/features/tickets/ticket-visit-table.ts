import type { Transaction } from '#server/platform/database/transaction.ts'

/** Notes that the user sees the ticket as it is now. Writes only where it changed since the last visit. */
export async function noteTicketVisit(
  transaction: Transaction,
  customerId: string,
  { ticketId, userId, now }: { ticketId: string; userId: string; now: Date },
): Promise<void> {
  await transaction.query({
    name: 'note-ticket-visit',
    text: `insert into ticket_visit as v (customer_id, ticket_id, user_id, seen_at)
           select t.customer_id, t.ticket_id, $3, greatest($4, t.modified_at) from ticket t where t.customer_id = $1 and t.ticket_id = $2
           on conflict (customer_id, ticket_id, user_id) do update set seen_at = excluded.seen_at
           where v.seen_at < (select t.modified_at from ticket t where t.customer_id = v.customer_id and t.ticket_id = v.ticket_id)`,
    values: [customerId, ticketId, userId, now],
  })
}

export type TicketMarks = { ticketId: string; isUnread: boolean; customerAnswered: boolean }

/** Older news is not marked: a user who comes after a long time would find every ticket unread. */
const unreadDays = 14

/** What a list marks of open tickets: news since the user's last visit, and whether the customer wrote the latest public comment. */
export async function readTicketMarks(
  transaction: Transaction,
  { ticketIds, userId, now }: { ticketIds: readonly string[]; userId: string | null; now: Date },
): Promise<Map<string, TicketMarks>> {
  const { rows } = await transaction.query<TicketMarks>({
    name: 'read-ticket-marks',
    text: `select t.ticket_id as "ticketId",
             $2::uuid is not null and t.modified_at > greatest(coalesce(v.seen_at, '-infinity'), $3::timestamptz - interval '${unreadDays} days') as "isUnread",
             coalesce(not latest.by_staff, false) as "customerAnswered"
           from ticket t
           left join ticket_visit v on v.customer_id = t.customer_id and v.ticket_id = t.ticket_id and v.user_id = $2::uuid
           left join lateral (
             select c.by_staff from ticket_comment c
             where c.customer_id = t.customer_id and c.ticket_id = t.ticket_id and not c.private and c.author_type = 'user'
             order by c.comment_id desc limit 1
           ) latest on true
           where t.ticket_id = any($1::bigint[]) and t.status not in ('resolved', 'closed')`,
    values: [ticketIds, userId, now],
  })
  return new Map(rows.map((row) => [row.ticketId, row]))
}
