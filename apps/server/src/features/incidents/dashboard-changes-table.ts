import type { DashboardChange, DashboardChanges } from '@vakt/contract/reports/dashboard-changes.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'

export type DashboardChangesRow = Omit<DashboardChanges, 'since'>
type Wanted = { since: Date; until: Date; readerId: string; showsTickets: boolean }

const shownChanges = 6

/** What changed after `since`, at this customer or, without one, at all of them. The indexes begin with the customer. */
function selectChanges(customerId: string | null): string {
  const scope = (table: string) => `${table}.customer_id = ${customerId === null ? 'any(array(select customer_id from customer))' : '$5'}`
  const incidents = (kind: string, time: string) =>
    `select '${kind}' as kind, i.${time} as at, i.customer_id, i.incident_id::text as id, i.title, i.severity, null as author
     from incident i where ${scope('i')} and i.${time} > $1 and i.${time} <= $2`
  const tickets = (kind: string, done: string) =>
    `select '${kind}', (t.${done} ->> 'at')::timestamptz, t.customer_id, t.ticket_id::text, t.subject, null, t.${done} ->> 'author'
     from changed_ticket t where t.${done} is not null`
  return `with changed_ticket as materialized (
      select t.customer_id, t.ticket_id, t.subject,
        (select json_build_object('at', m.created_at, 'author', m.author_name) from ticket_comment m
         where m.customer_id = t.customer_id and m.ticket_id = t.ticket_id and m.created_at > $1 and not m.private
           and m.author_type = 'user' and m.author_id <> $3 order by m.comment_id desc limit 1) as answered,
        (select json_build_object('at', h.at, 'author', h.author_name) from ticket_change h
         where h.customer_id = t.customer_id and h.ticket_id = t.ticket_id and h.at > $1 and h.field = 'status' and h.after = 'resolved'
           and h.author_type = 'user' and h.author_id <> $3 order by h.change_id desc limit 1) as resolved
      from ticket t where $4 and ${scope('t')} and t.modified_at > $1
    ), change as (
      ${incidents('incident.opened', 'opened_at')}
      union all ${incidents('incident.resolved', 'resolved_at')}
      union all ${tickets('ticket.answered', 'answered')}
      union all ${tickets('ticket.resolved', 'resolved')}
    ), latest as (select * from change order by at desc, id limit ${shownChanges})
    select (count(*) filter (where kind = 'incident.opened'))::int as "incidentsOpened",
      (count(*) filter (where kind = 'incident.resolved'))::int as "incidentsResolved",
      (count(*) filter (where kind = 'ticket.answered'))::int as "ticketsAnswered",
      (count(*) filter (where kind = 'ticket.resolved'))::int as "ticketsResolved",
      coalesce((select json_agg(json_build_object('kind', kind, 'at', at, 'customer', json_build_object('customerId', customer_id, 'name', c.name),
          'id', id, 'title', title, 'severity', severity, 'author', author) order by at desc, id)
        from latest join customer c using (customer_id)), '[]') as changes
    from change`
}

const present = (row: DashboardChangesRow): DashboardChangesRow => ({
  ...row,
  changes: row.changes.map((change: DashboardChange) => ({ ...change, at: new Date(change.at).toISOString() })),
})

const valuesOf = ({ since, until, readerId, showsTickets }: Wanted) => [since, until, readerId, showsTickets]

export async function readDashboardChanges(transaction: Transaction, customerId: string, wanted: Wanted): Promise<DashboardChangesRow> {
  const { rows } = await transaction.query<DashboardChangesRow>({
    name: 'read-dashboard-changes',
    text: selectChanges(customerId),
    values: [...valuesOf(wanted), customerId],
  })
  if (!rows[0]) throw new Error('An aggregate has one row.')
  return present(rows[0])
}

export async function readDashboardChangesForAllCustomers(transaction: Transaction, wanted: Wanted): Promise<DashboardChangesRow> {
  const { rows } = await transaction.query<DashboardChangesRow>(selectChanges(null), valuesOf(wanted))
  if (!rows[0]) throw new Error('An aggregate has one row.')
  return present(rows[0])
}
