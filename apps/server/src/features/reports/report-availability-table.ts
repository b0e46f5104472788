import type { Transaction } from '#server/platform/database/transaction.ts'
import { hasGroupTags, isListed } from './group-condition.ts'
import type { ReportScope } from './report-scope.ts'
import type { Period } from './report-table.ts'

/** When a window held, and under which keys it covers resources now; those for some metrics only do not count. */
export type HeldWindow = Period & { windowId: string }
export type WindowTarget = { windowId: string; key: string }

export async function readHeldWindows(
  transaction: Transaction,
  customerId: string,
  { from, to }: Period,
): Promise<{ occurrences: HeldWindow[]; targets: WindowTarget[] }> {
  const { rows: occurrences } = await transaction.query<HeldWindow>(
    // None lasts longer than 30 days: so the index of the starts bounds both sides.
    `select o.window_id as "windowId", o.starts_at as "from", o.ends_at as "to"
     from service_window_occurrence o join service_window w on w.customer_id = o.customer_id and w.window_id = o.window_id
     where o.customer_id = $1 and o.starts_at < $3 and o.starts_at > $2::timestamptz - interval '31 days' and o.ends_at > $2
       and o.started_at is not null and w.metrics = '{}' and coalesce(w.approval, 'approved') = 'approved'`,
    [customerId, from, to],
  )
  const windowIds = [...new Set(occurrences.map(({ windowId }) => windowId))]
  if (windowIds.length === 0) return { occurrences, targets: [] }
  const { rows: targets } = await transaction.query<WindowTarget>(
    'select window_id as "windowId", key from service_window_target where customer_id = $1 and window_id = any ($2::uuid[])',
    [customerId, windowIds],
  )
  return { occurrences, targets }
}

/** Of resources: the values of the tags that group them, for how long they were known, and the keys under which windows cover them. */
export type ResourceTraits = {
  values: (string | null)[]
  application: string | null
  knownFrom: Date
  knownTo: Date
  keys: string[]
}

type Traits = Period & ReportScope & { groupedBy: readonly string[]; keys: readonly string[] }

/** Of an `entity e`: $4 and $5 are the period, $7 the keys that matter. Many resources have the same. */
const commonTraits = `e.tags, lower(e.resource_group) as resource_group,
  greatest(e.created_at, $4) as "knownFrom", case when e.stale then least(e.stale_since, $5) else $5 end as "knownTo",
  case when 'entity ' || e.entity_id = any ($7::text[]) then 'entity ' || e.entity_id end as own_key`

/** Of `commonTraits` by the name of e: $6 are the tags that make groups. The keys are those of `service_window_keys` that matter. */
function traitsOf(keys: readonly string[]): string {
  // Reading every tag takes long: it is not done unless a window covers by tag.
  const ofTags = keys.some((key) => key.startsWith('tag '))
    ? `|| array(select 'tag ' || lower(key || '=' || value) from jsonb_each_text(e.tags))`
    : ''
  const all = keys.length > 0 ? `array['all', e.own_key, 'group ' || e.resource_group] ${ofTags}` : `'{}'::text[]`
  return `array(select nullif(e.tags ->> k, '') from unnest($6::text[]) with ordinality as by (k, n) order by n) as values,
    nullif(e.tags ->> 'application', '') as application, e."knownFrom", e."knownTo",
    array(select k from unnest(${all}) as k where k = any ($7::text[]) order by k) as keys`
}

const isKnown = `e.customer_id = $1 and ${isListed('e')} and e.created_at < $5 and (not e.stale or e.stale_since >= $4)`

/** How many resources have the same traits, of those that were known at some time of the period. */
export async function countResourcesByTraits(
  transaction: Transaction,
  customerId: string,
  { from, to, tagKeys, group, groupedBy, keys }: Traits,
): Promise<(ResourceTraits & { count: number })[]> {
  const { rows } = await transaction.query<ResourceTraits & { count: number }>(
    // The traits of equal resources are read once.
    `select values, application, "knownFrom", "knownTo", keys, sum(count)::int as count
     from (select ${traitsOf(keys)}, e.count
       from (select ${commonTraits}, count(*) as count from entity e where ${isKnown} and ${hasGroupTags('e')} group by 1, 2, 3, 4, 5) e) traits
     group by 1, 2, 3, 4, 5`,
    [customerId, tagKeys, group, from, to, groupedBy, keys],
  )
  return rows
}

export type Outage = Period & ResourceTraits & { entityId: string; name: string }

const touches = `customer_id = $1 and severity = 'critical' and opened_at < $5 and (resolved_at is null or resolved_at > $4)`

/** Critical incidents on resources that touch the period. */
export async function readOutages(
  transaction: Transaction,
  customerId: string,
  { from, to, tagKeys, group, groupedBy, keys }: Traits,
): Promise<Outage[]> {
  const { rows } = await transaction.query<Outage>(
    `select i.opened_at as "from", coalesce(i.resolved_at, $5) as "to", e.*
     from incident i
     join (select e.entity_id, e.entity_id as "entityId", e.name, ${traitsOf(keys)}
       from (select e.entity_id, e.name, ${commonTraits} from entity e where ${isKnown} and ${hasGroupTags('e')}
         and e.entity_id in (select entity_id from incident where ${touches})) e) e using (entity_id)
     where ${touches}`,
    [customerId, tagKeys, group, from, to, groupedBy, keys],
  )
  return rows
}

/** Incidents that were opened on resources of each group. */
export async function countIncidentsByGroup(
  transaction: Transaction,
  customerId: string,
  { from, to, tagKeys, group, groupedBy }: Omit<Traits, 'keys'>,
): Promise<(Pick<ResourceTraits, 'values' | 'application'> & { incidents: number; critical: number })[]> {
  const { rows } = await transaction.query<Pick<ResourceTraits, 'values' | 'application'> & { incidents: number; critical: number }>(
    `select array(select nullif(e.tags ->> k, '') from unnest($6::text[]) with ordinality as by (k, n) order by n) as values,
       nullif(e.tags ->> 'application', '') as application, sum(i.incidents)::int as incidents, sum(i.critical)::int as critical
     from (select entity_id, count(*) as incidents, count(*) filter (where severity = 'critical') as critical from incident
       where customer_id = $1 and opened_at >= $4 and opened_at < $5 and entity_id is not null group by entity_id) i
     join entity e on e.customer_id = $1 and e.entity_id = i.entity_id
     where ${hasGroupTags('e')} group by 1, 2`,
    [customerId, tagKeys, group, from, to, groupedBy],
  )
  return rows
}
