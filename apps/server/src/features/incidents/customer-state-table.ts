import type { CustomerState } from '@vakt/contract/customers/customer-states.ts'
import { severities } from '@vakt/contract/severity.ts'
import { countEachAsJson } from '#server/platform/database/count-each.ts'
import { isConnected, lastReceivedAt } from '#server/platform/database/last-received.ts'
import { ofOpenCustomer } from '#server/platform/database/open-customers.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'

export type CustomerStateRow = Omit<CustomerState, 'oldestUnacknowledged' | 'lastReceivedAt' | 'trend'> & {
  oldestUnacknowledged: Date | null
  lastReceivedAt: Date | null
  /** How many opened, by how many times 24 hours ago. */
  opened: Record<string, number> | null
}

const mostCustomers = 1000

export async function readCustomerStatesForAllCustomers(transaction: Transaction, now: Date): Promise<CustomerStateRow[]> {
  const { rows } = await transaction.query<CustomerStateRow>({
    name: 'read-customer-states',
    text: `with opened as (
        select customer_id, json_object_agg(days_ago, opened) as opened from (
          select customer_id, floor(extract(epoch from $1::timestamptz - opened_at) / 86400)::int as days_ago, count(*) as opened
          from incident where opened_at > $1::timestamptz - interval '30 days' and opened_at <= $1 group by 1, 2
        ) day group by customer_id
      ), breaching as (
        select customer_id, count(*)::int as tickets from ticket
        where status not in ('resolved', 'closed') and due_at < $1 group by customer_id
      ), silent as (
        select customer_id, count(*)::int as sources from monitoring_source
        where silent_since is not null and revoked_at is null group by customer_id
      )
      select c.customer_id as "customerId", c.name, c.labels, i.counts as "openIncidents", w.worst, i.oldest as "oldestUnacknowledged",
        coalesce(b.tickets, 0) as "breachingTickets", coalesce(s.sources, 0) as "silentSources", o.opened,
        ${isConnected('c.customer_id')} as "isConnected", ${lastReceivedAt('c.customer_id')} as "lastReceivedAt"
      from customer c
      cross join lateral (
        select ${countEachAsJson('severity', severities)} as counts, min(opened_at) filter (where state = 'open') as oldest,
          coalesce(max(severity_weight), 0) as weight, count(*) filter (where severity = 'critical') as critical, count(*) as open
        from incident where customer_id = c.customer_id and state <> 'resolved'
      ) i
      left join lateral (
        select json_build_object('incidentId', incident_id::text, 'title', title, 'finding', finding, 'severity', severity) as worst
        from incident where customer_id = c.customer_id and state <> 'resolved' order by severity_weight desc, opened_at, incident_id limit 1
      ) w on true
      left join breaching b on b.customer_id = c.customer_id
      left join silent s on s.customer_id = c.customer_id
      left join opened o on o.customer_id = c.customer_id
      where ${ofOpenCustomer('c.customer_id')}
      order by i.weight desc, i.critical desc, i.open desc, coalesce(b.tickets, 0) desc, coalesce(s.sources, 0) desc, c.name
      limit ${mostCustomers}`,
    values: [now],
  })
  return rows
}

export type TicketNumbers = { unassigned: number; breaching: number; mine: number; waiting: number }

export async function countInboxViewsForAllCustomers(transaction: Transaction, now: Date, userId: string | null): Promise<TicketNumbers> {
  const { rows } = await transaction.query<TicketNumbers>({
    name: 'count-inbox-views',
    text: `select (count(*) filter (where assignee is null and assignee_id is null))::int as unassigned,
        (count(*) filter (where due_at < $1))::int as breaching,
        (count(*) filter (where assignee_id = $2::uuid))::int as mine,
        (count(*) filter (where status = 'waiting_for_customer'))::int as waiting
      from ticket where status not in ('resolved', 'closed')`,
    values: [now, userId],
  })
  return rows[0] ?? { unassigned: 0, breaching: 0, mine: 0, waiting: 0 }
}
