import type { OpenIncident, OpenNowSort } from '@vakt/contract/open-now.ts'
import type { Severity, SeverityCounts } from '@vakt/contract/severity.ts'
import { severities } from '@vakt/contract/severity.ts'
import { readTag } from '@vakt/domain/resource-limit.ts'
import { countEachAsJson } from '#server/platform/database/count-each.ts'
import { isConnected, lastReceivedAt } from '#server/platform/database/last-received.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'

export type OpenNowFilter = {
  severity?: Severity[]
  resourceGroup?: string[]
  type?: string[]
  /** `key=value`, as for the list of entities. */
  tag?: string[]
  q?: string
  /** Only of these customers, where all of them are asked for. */
  customer?: string[]
}

export type OpenNowPage = { filter: OpenNowFilter; sort: OpenNowSort; limit: number; showsTickets: boolean }

type Written<Row> = Omit<Row, 'openedAt' | 'latestUpdate'> & {
  openedAt: Date
  latestUpdate: { author: string; text: string; at: string } | null
  matching: number
}
export type OpenNowRow = Written<OpenIncident>
export type OpenNowRowOfCustomer = OpenNowRow & { customer: { customerId: string; name: string } }

const orders: Record<OpenNowSort, string> = {
  severity: 'severity_weight desc, opened_at, incident_id',
  longest: 'opened_at, incident_id',
  latest: 'opened_at desc, incident_id desc',
}

/** Values of one tag key: any of them; keys: all of them. */
function tagsAsJson(tags: string[] | undefined): string | null {
  if (!tags?.length) return null
  const byKey = Map.groupBy(tags.map(readTag), ({ key }) => key)
  return JSON.stringify(Object.fromEntries([...byKey].map(([key, pairs]) => [key, pairs.map(({ value }) => value)])))
}

const lower = (values: string[] | undefined) => values?.map((value) => value.toLowerCase()) ?? null
const longestUpdate = 400

/** An incident may have none. */
const ofEntity = 'left join entity e on e.customer_id = i.customer_id and e.entity_id = i.entity_id'

/**
 * $1 is the customer, or the customers where all of them are asked for. The entities are joined twice, so that where nothing is asked of them
 * the database leaves the first join out, and reads those of the page alone.
 */
function selectOpenNow({ filter, sort, limit, showsTickets }: OpenNowPage, scope: string) {
  const values = [
    filter.severity ?? null,
    lower(filter.resourceGroup),
    lower(filter.type),
    tagsAsJson(filter.tag),
    filter.q?.trim().toLowerCase() || null,
    limit,
    showsTickets,
  ]
  const text = `select i.incident_id::text as "incidentId", i.title, i.finding, i.severity, i.state, i.version, i.opened_at as "openedAt",
      i.matching::int, json_build_object('customerId', i.customer_id, 'name', c.name) as customer,
      case when i.entity_id is not null then json_build_object('entityId', i.entity_id, 'name', e.name, 'type', e.type) end as entity,
      coalesce((select json_agg(e.tags ->> key order by position) from unnest(c.tag_keys) with ordinality as k (key, position)), '[]') as "group",
      case when $8 and t.ticket_id is not null then json_build_object('ticketId', t.ticket_id::text, 'status', t.status) end as ticket,
      case when t.ticket_id is null then i.assignee else t.assignee end as assignee,
      latest.said as "latestUpdate",
      (select count(*)::int from alert a where a.customer_id = i.customer_id and a.incident_id = i.incident_id and a.state = 'firing') as "firingAlerts"
    from (
      select i.*, count(*) over () as matching
      from incident i ${ofEntity}
      where ${scope} and i.state <> 'resolved'
        and ($2::text[] is null or i.severity = any($2))
        and ($3::text[] is null or lower(coalesce(e.resource_group, '')) = any($3))
        and ($4::text[] is null or lower(e.type) = any($4))
        and ($5::jsonb is null or not exists (
          select from jsonb_each($5) as wanted where not coalesce(wanted.value ? (e.tags ->> wanted.key), false)))
        and ($6::text is null or strpos(lower(i.title), $6) > 0 or strpos(e.name_key, $6) > 0
          or strpos(lower(e.external_id), $6) > 0 or strpos(lower(e.tags::text), $6) > 0)
      order by ${orders[sort]} limit $7
    ) i
    join customer c on c.customer_id = i.customer_id
    ${ofEntity}
    left join ticket t on t.customer_id = i.customer_id and t.incident_id = i.incident_id
    left join lateral (
      select json_build_object('author', said.author_name, 'text', left(said.body, ${longestUpdate}), 'at', said.at) as said
      from (
        (select m.author_name, m.body, m.created_at as at from ticket_comment m
         where $8 and m.customer_id = t.customer_id and m.ticket_id = t.ticket_id and not m.private and m.author_type = 'user'
           and m.system_message is null
         order by m.comment_id desc limit 1)
        union all
        (select v.author_name, v.body, v.at from incident_event v
         where v.customer_id = i.customer_id and v.incident_id = i.incident_id and not v.private and v.author_type = 'user' and v.body <> ''
         order by v.event_id desc limit 1)
      ) said order by said.at desc limit 1
    ) latest on true
    order by ${orders[sort].replaceAll(/\b(severity_weight|opened_at|incident_id)\b/g, 'i.$1')}`
  return { text, values }
}

export async function readOpenNow(transaction: Transaction, customerId: string, page: OpenNowPage): Promise<OpenNowRow[]> {
  const { text, values } = selectOpenNow(page, 'i.customer_id = $1')
  const { rows } = await transaction.query<OpenNowRowOfCustomer>({
    name: `read-open-now-${page.sort}`,
    text,
    values: [customerId, ...values],
  })
  return rows.map(({ customer: _, ...row }) => row)
}

export async function readOpenNowForAllCustomers(transaction: Transaction, page: OpenNowPage): Promise<OpenNowRowOfCustomer[]> {
  const { text, values } = selectOpenNow(page, '($1::text[] is null or i.customer_id = any($1))')
  const { rows } = await transaction.query<OpenNowRowOfCustomer>(text, [page.filter.customer ?? null, ...values])
  return rows
}

type Totals = { counts: SeverityCounts; alerts: number; entities: number; unassigned: number }

const totals = (scope: (table: string) => string) => `${countEachAsJson('i.severity', severities)} as counts,
    (select count(*)::int from alert a where ${scope('a')} and a.state = 'firing' and a.incident_id is not null) as alerts,
    count(distinct i.entity_id)::int as entities,
    (count(*) filter (where case when t.ticket_id is null then i.assignee else t.assignee end is null))::int as unassigned`
const openWithTicket = (scope: (table: string) => string) => `from incident i
  left join ticket t on t.customer_id = i.customer_id and t.incident_id = i.incident_id where ${scope('i')} and i.state <> 'resolved'`

export type TotalsOfCustomer = Totals & {
  isConnected: boolean
  lastReceivedAt: Date | null
  lastSignal: { source: string; at: string } | null
}

export async function readOpenTotals(transaction: Transaction, customerId: string): Promise<TotalsOfCustomer | undefined> {
  const own = (table: string) => `${table}.customer_id = $1`
  const { rows } = await transaction.query<TotalsOfCustomer>({
    name: 'read-open-totals',
    text: `select ${totals(own)},
        ${isConnected('$1')} as "isConnected", ${lastReceivedAt('$1')} as "lastReceivedAt",
        (select json_build_object('source', name, 'at', last_signal_at) from monitoring_source
         where customer_id = $1 and revoked_at is null and last_signal_at is not null order by last_signal_at desc limit 1) as "lastSignal"
      ${openWithTicket(own)}`,
    values: [customerId],
  })
  return rows[0]
}

export async function readOpenTotalsForAllCustomers(transaction: Transaction): Promise<(Totals & { customers: number }) | undefined> {
  const every = () => 'true'
  const { rows } = await transaction.query<Totals & { customers: number }>(
    `select ${totals(every)}, count(distinct i.customer_id)::int as customers ${openWithTicket(every)}`,
  )
  return rows[0]
}
