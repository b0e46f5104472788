import type { CustomerState } from '@vakt/contract/customers/customer-states.ts'
import { severities } from '@vakt/contract/severity.ts'
import { countEachAsJson, noneOfEachAsJson } from '#server/platform/database/count-each.ts'
import { isConnected, lastReceivedAt } from '#server/platform/database/last-received.ts'
import { ofOpenCustomer } from '#server/platform/database/open-customers.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'

export type CustomerStateRow = Omit<CustomerState, 'oldestUnacknowledged' | 'lastReceivedAt' | 'trend'> & {
  oldestUnacknowledged: Date | null
  lastReceivedAt: Date | null
}

const mostCustomers = 1000

export async function readCustomerStatesForAllCustomers(transaction: Transaction, now: Date): Promise<CustomerStateRow[]> {
  const { rows } = await transaction.query<CustomerStateRow>({
    name: 'read-customer-states',
    text: `with open as (
        select customer_id, ${countEachAsJson('severity', severities)} as counts, min(opened_at) filter (where state = 'open') as oldest,
          max(severity_weight) as weight, count(*) filter (where severity = 'critical') as critical, count(*) as open
        from incident where state <> 'resolved' group by customer_id
      ), worst as (
        select distinct on (customer_id) customer_id, incident_id, title, finding, severity
        from incident where state <> 'resolved' order by customer_id, severity_weight desc, opened_at, incident_id
      ), breaching as (
        select customer_id, count(*)::int as tickets from ticket
        where status not in ('resolved', 'closed') and due_at < $1 group by customer_id
      ), silent as (
        select customer_id, count(*)::int as sources from monitoring_source
        where silent_since is not null and revoked_at is null group by customer_id
      )
      select c.customer_id as "customerId", c.name, c.labels, coalesce(o.counts, ${noneOfEachAsJson(severities)}) as "openIncidents", o.oldest as "oldestUnacknowledged",
        case when w.customer_id is not null then
          json_build_object('incidentId', w.incident_id::text, 'title', w.title, 'finding', w.finding, 'severity', w.severity) end as worst,
        coalesce(b.tickets, 0) as "breachingTickets", coalesce(s.sources, 0) as "silentSources",
        ${isConnected('c.customer_id')} as "isConnected", ${lastReceivedAt('c.customer_id')} as "lastReceivedAt"
      from customer c
      left join open o on o.customer_id = c.customer_id
      left join worst w on w.customer_id = c.customer_id
      left join breaching b on b.customer_id = c.customer_id
      left join silent s on s.customer_id = c.customer_id
      where ${ofOpenCustomer('c.customer_id')}
      order by coalesce(o.weight, 0) desc, coalesce(o.critical, 0) desc, coalesce(o.open, 0) desc, coalesce(b.tickets, 0) desc,
        coalesce(s.sources, 0) desc, c.name
      limit ${mostCustomers}`,
    values: [now],
  })
  return rows
}

/** Of each customer with incidents that opened from the first of these times on: how many, in each span from one time to the next. */
export async function readOpeningsForAllCustomers(
  transaction: Transaction,
  times: readonly Date[],
): Promise<{ customerId: string; opened: Record<string, number> }[]> {
  const { rows } = await transaction.query<{ customerId: string; opened: Record<string, number> }>({
    name: 'read-openings-of-customers',
    text: `select customer_id as "customerId", json_object_agg(span, opened) as opened from (
        select customer_id, width_bucket(opened_at, $1::timestamptz[]) - 1 as span, count(*) as opened
        from incident where opened_at >= ($1::timestamptz[])[1] group by 1, 2
      ) spans group by customer_id`,
    values: [times],
  })
  return rows
}

export type TicketNumbers = { unassigned: number; breaching: number; waiting: number }

export async function countInboxViewsForAllCustomers(transaction: Transaction, now: Date): Promise<TicketNumbers> {
  const { rows } = await transaction.query<TicketNumbers>({
    name: 'count-inbox-views',
    text: `select (count(*) filter (where assignee is null and assignee_id is null))::int as unassigned,
        (count(*) filter (where due_at < $1))::int as breaching,
        (count(*) filter (where status = 'waiting_for_customer'))::int as waiting
      from ticket where status not in ('resolved', 'closed')`,
    values: [now],
  })
  return rows[0] ?? { unassigned: 0, breaching: 0, waiting: 0 }
}

export async function countAssignedForAllCustomers(transaction: Transaction, userId: string): Promise<number> {
  const { rows } = await transaction.query<{ mine: number }>({
    name: 'count-assigned-open-tickets',
    text: "select count(*)::int as mine from ticket where assignee_id = $1 and status not in ('resolved', 'closed')",
    values: [userId],
  })
  return rows[0]?.mine ?? 0
}
