import type { Incident, IncidentTrendDay } from '@vakt/contract/incidents.ts'
import type { Severity, SeverityCounts } from '@vakt/contract/severity.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'

/** Entities and open incidents that share the values of the customer's first two tag keys. */
export type GroupRow = { outer: string | null; inner: string | null; entities: number } & SeverityCounts

const countsBySeverity = (['critical', 'high', 'medium', 'low'] as const)
  .map((severity) => `count(*) filter (where severity = '${severity}')::int as ${severity}`)
  .join(', ')

export async function readTagKeys(transaction: Transaction, customerId: string): Promise<string[]> {
  const { rows } = await transaction.query<{ tagKeys: string[] }>('select tag_keys as "tagKeys" from customer where customer_id = $1', [
    customerId,
  ])
  return rows[0]?.tagKeys ?? []
}

export async function readGroups(transaction: Transaction, customerId: string, tagKeys: string[]): Promise<GroupRow[]> {
  const { rows } = await transaction.query<GroupRow>(
    `with grouped as (
       select entity_id, nullif(tags ->> $2::text, '') as "outer", nullif(tags ->> $3::text, '') as "inner"
       from entity where customer_id = $1 and not hidden
     ), open as (
       select entity_id, severity from incident where customer_id = $1 and state <> 'resolved' and entity_id is not null
     )
     select g."outer", g."inner", count(distinct g.entity_id)::int as entities, ${countsBySeverity}
     from grouped g left join open using (entity_id) group by g."outer", g."inner"`,
    [customerId, tagKeys[0] ?? null, tagKeys[1] ?? null],
  )
  return rows
}

export async function readUnmatchedCounts(transaction: Transaction, customerId: string): Promise<SeverityCounts> {
  const { rows } = await transaction.query<SeverityCounts>(
    `select ${countsBySeverity} from incident where customer_id = $1 and state <> 'resolved' and entity_id is null`,
    [customerId],
  )
  return rows[0] ?? { critical: 0, high: 0, medium: 0, low: 0 }
}

/** The past 30 days of the time zone, today last; days without incidents included. */
export async function readTrend(transaction: Transaction, customerId: string, timeZone: string, now: Date): Promise<IncidentTrendDay[]> {
  const { rows } = await transaction.query<{ date: string } & SeverityCounts>(
    `with day as (
       select ($3::timestamptz at time zone $2)::date - ago as date from generate_series(0, 29) as ago
     ), opened as (
       select (opened_at at time zone $2)::date as date, severity from incident
       where customer_id = $1 and opened_at >= (($3::timestamptz at time zone $2)::date - 29) at time zone $2 and opened_at <= $3
     )
     select day.date::text, ${countsBySeverity} from day left join opened using (date) group by day.date order by day.date`,
    [customerId, timeZone, now],
  )
  return rows.map(({ date, critical, high, medium, low }) => ({ date, counts: { critical, high, medium, low } }))
}

export type IncidentFilter = {
  state?: Incident['state'][]
  severity?: Severity[]
  entityId?: string
  /** Values of the tag keys in their order; '' stands for entities without the tag. */
  group?: string[]
  unmatched?: boolean
}

export type ListedIncident = Omit<Incident, 'openedAt' | 'changedAt' | 'resolvedAt'> & {
  openedAt: Date
  changedAt: Date
  resolvedAt: Date | null
  changedKey: string
}

/** One row more than the limit, so that the caller sees whether there is a next page. */
export async function readIncidentPage(
  transaction: Transaction,
  customerId: string,
  { filter, tagKeys, after, limit }: { filter: IncidentFilter; tagKeys: string[]; after: readonly string[] | null; limit: number },
): Promise<ListedIncident[]> {
  const onlyOpen = filter.state && !filter.state.includes('resolved') ? "and i.state <> 'resolved'" : ''
  const { rows } = await transaction.query<ListedIncident>(
    `select i.incident_id as "incidentId", i.title, i.severity, i.state,
       case when e.entity_id is not null then json_build_object('entityId', e.entity_id, 'name', e.name, 'type', e.type) end as entity,
       (select t.ticket_id from ticket t where t.customer_id = i.customer_id and t.incident_id = i.incident_id) as "ticketId",
       (select count(*)::int from alert a where a.customer_id = i.customer_id and a.incident_id = i.incident_id and a.state = 'firing') as "firingAlerts",
       (select count(*)::int from alert a where a.customer_id = i.customer_id and a.incident_id = i.incident_id) as alerts,
       i.opened_at as "openedAt", i.changed_at as "changedAt", i.resolved_at as "resolvedAt", i.changed_at::text as "changedKey"
     from incident i left join entity e on e.customer_id = i.customer_id and e.entity_id = i.entity_id
     where i.customer_id = $1 ${onlyOpen}
       and ($2::text[] is null or i.state = any($2))
       and ($3::text[] is null or i.severity = any($3))
       and ($4::uuid is null or i.entity_id = $4)
       and ($5::text is null or (e.entity_id is not null and coalesce(e.tags ->> $6::text, '') = $5))
       and ($7::text is null or (e.entity_id is not null and coalesce(e.tags ->> $8::text, '') = $7))
       and ($9::boolean is null or (i.entity_id is null) = $9)
       and ($10::timestamptz is null or (i.changed_at, i.incident_id) < ($10, $11::bigint))
     order by i.changed_at desc, i.incident_id desc limit $12`,
    [
      customerId,
      filter.state,
      filter.severity,
      filter.entityId,
      filter.group?.[0],
      tagKeys[0],
      filter.group?.[1],
      tagKeys[1],
      filter.unmatched,
      after?.[0],
      after?.[1],
      limit + 1,
    ],
  )
  return rows
}
