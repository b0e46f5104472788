import type { PresenceDoing, Present } from '@vakt/contract/tickets/ticket-presence.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'

type Tab = { ticketId: string; tab: string }

/**
 * Writes down what this tab does, forgets who was silent since `silentSince`, and tells whether that changed what others see. Rows that another
 * call has in its hands are left to it: two that forgot the same rows, each in its own order, would wait for each other.
 */
export async function putPresence(
  transaction: Transaction,
  customerId: string,
  seen: Tab & { userId: string; name: string; byStaff: boolean; doing: PresenceDoing; now: Date; silentSince: Date },
): Promise<boolean> {
  const { rows } = await transaction.query<{ isNews: boolean }>(
    `with old as (select doing from ticket_presence where customer_id = $1 and ticket_id = $2 and tab = $3),
     silent as (
       select ticket_id, tab from ticket_presence where customer_id = $1 and seen_at < $9 and tab <> $3 limit 100 for update skip locked
     ),
     gone as (delete from ticket_presence where customer_id = $1 and (ticket_id, tab) in (select ticket_id, tab from silent)),
     put as (
       insert into ticket_presence as p (customer_id, ticket_id, tab, user_id, name, by_staff, doing, seen_at)
       select $1, t.ticket_id, $3, $4, $5, $6, $7, $8 from ticket t where t.customer_id = $1 and t.ticket_id = $2
       on conflict (customer_id, ticket_id, tab) do update set doing = $7, seen_at = $8 where p.user_id = $4
       returning doing
     )
     select old.doing is distinct from put.doing as "isNews" from put left join old on true`,
    [customerId, seen.ticketId, seen.tab, seen.userId, seen.name, seen.byStaff, seen.doing, seen.now, seen.silentSince],
  )
  return rows[0]?.isNews ?? false
}

/** Everybody but the asker, once each, with what they do in the busiest of their tabs. */
export async function readPresence(
  transaction: Transaction,
  customerId: string,
  { ticketId, userId, isStaff, silentSince }: { ticketId: string; userId: string; isStaff: boolean; silentSince: Date },
): Promise<Present[] | null> {
  const { rows } = await transaction.query<{ others: Present[] }>(
    `select (select coalesce(json_agg(p), '[]') from (
       select * from (
         select distinct on (user_id) user_id as "userId", name, by_staff as "byStaff",
           case when doing = 'writing_privately' and not $4 then 'reading' else doing end as doing
         from ticket_presence where customer_id = $1 and ticket_id = $2 and user_id <> $3 and seen_at >= $5
         order by user_id, case when doing = 'writing' or (doing = 'writing_privately' and $4) then 0 else 1 end
       ) p order by name, "userId"
     ) p) as others
     from ticket where customer_id = $1 and ticket_id = $2`,
    [customerId, ticketId, userId, isStaff, silentSince],
  )
  return rows[0]?.others ?? null
}

export async function deletePresence(
  transaction: Transaction,
  customerId: string,
  { ticketId, tab, userId }: Tab & { userId: string },
): Promise<boolean> {
  const result = await transaction.query(
    'delete from ticket_presence where customer_id = $1 and ticket_id = $2 and tab = $3 and user_id = $4',
    [customerId, ticketId, tab, userId],
  )
  return result.rowCount !== 0
}

export async function hasTicket(transaction: Transaction, customerId: string, ticketId: string): Promise<boolean> {
  const { rowCount } = await transaction.query('select from ticket where customer_id = $1 and ticket_id = $2', [customerId, ticketId])
  return rowCount === 1
}
