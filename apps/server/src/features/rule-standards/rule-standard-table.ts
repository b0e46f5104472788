import type { NewRuleStandard, RuleStandard } from '@vakt/contract/alert-rules/rule-standards.ts'
import type { StandardPart } from '@vakt/domain/alert-rules/standard-drift.ts'
import { labelKeyOf } from '@vakt/domain/customer-label-key.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'

export type StandardRow = Omit<RuleStandard, 'modifiedAt'> & { modifiedAt: Date; nameKey: string; groupKeys: string[] }
export type StoredStandard = Omit<StandardRow, 'followers' | 'drifting' | 'driftingAt' | 'application'>

const own = `s.standard_id as "standardId", s.name, s.name_key as "nameKey", s.description, s.filter,
  s.allows_threshold_changes as "allowsThresholdChanges", s.rules, s.group_labels as groups, s.group_keys as "groupKeys",
  s.modified_at as "modifiedAt", s.modified_by as "modifiedBy", s.version`

/** Whether something at follower `f` differs from standard `s`; thresholds do not count where customers may change them. */
const drifts = `(f.applied_version < s.version
  or (select count(*) from alert_rule r where r.standard_id = f.standard_id and r.customer_id = f.customer_id and r.deleted_at is null)
    <> jsonb_array_length(s.rules)
  or exists (
    select from alert_rule r
    cross join lateral (
      select case when s.allows_threshold_changes then array['threshold', 'useCriticalThreshold', 'criticalThreshold'] else '{}'::text[] end as names
    ) ignored
    where r.standard_id = f.standard_id and r.customer_id = f.customer_id and r.deleted_at is null
      and (alert_rule_standard_part(r) - ignored.names) is distinct from (r.standard_content - ignored.names)))`

const namedDrifting = 3
const application = `(
  select json_build_object('isStopping', bool_and(a.task = 'stop'), 'wanted', count(*), 'applied', count(*) filter (where a.state = 'done'),
    'failed', coalesce(json_agg(json_build_object('customerId', c.customer_id, 'name', c.name, 'isStopping', a.task = 'stop', 'reason', a.reason,
      'reasonKey', a.reason_key) order by c.name) filter (where a.state = 'failed'), '[]'))
  from (select *, bool_and(task = 'stop') over () as stops_all from rule_standard_application
    where customer_id = s.customer_id and standard_id = s.standard_id) a join customer c on c.customer_id = a.target_customer_id
  -- What was stopped is not among what is applied.
  where a.stops_all or a.task = 'apply' or a.state <> 'done' having count(*) > 0)`
const counted = `select ${own}, n.followers, n.drifting, n."driftingAt", ${application} as application from rule_standard s
  cross join lateral (
    select count(*)::int as followers, (count(*) filter (where d.drifts))::int as drifting,
      coalesce((array_agg(c.name order by c.name) filter (where d.drifts))[1:${namedDrifting}], '{}') as "driftingAt"
    from rule_standard_follower f join customer c on c.customer_id = f.customer_id cross join lateral (select ${drifts} as drifts) d
    where f.standard_id = s.standard_id
  ) n`

type Paging = { after: readonly string[] | null; limit: number }

/** By name; one row more than the limit. */
export async function readStandardPageForAllCustomers(
  transaction: Transaction,
  provider: string,
  { q, after, limit }: Paging & { q: string | undefined },
): Promise<StandardRow[]> {
  const { rows } = await transaction.query<StandardRow>(
    `${counted} where s.customer_id = $1 and ($2::text is null or strpos(s.name_key, $2) > 0)
       and ($3::text is null or (s.name_key, s.standard_id) > ($3, $4::uuid))
     order by s.name_key, s.standard_id limit $5`,
    [provider, q?.trim().toLowerCase() || null, after?.[0] ?? null, after?.[1] ?? null, limit + 1],
  )
  return rows
}

export async function readStandardForAllCustomers(
  transaction: Transaction,
  provider: string,
  standardId: string,
): Promise<StandardRow | undefined> {
  const { rows } = await transaction.query<StandardRow>(`${counted} where s.customer_id = $1 and s.standard_id = $2`, [
    provider,
    standardId,
  ])
  return rows[0]
}

/** No one else changes or applies it until the transaction ends. */
export async function lockStandard(transaction: Transaction, provider: string, standardId: string): Promise<StoredStandard | undefined> {
  const { rows } = await transaction.query<StoredStandard>(
    `select ${own} from rule_standard s where s.customer_id = $1 and s.standard_id = $2 for update`,
    [provider, standardId],
  )
  return rows[0]
}

/** As `lockStandard`, in the order of their ids. */
export async function lockStandardsForAllCustomers(transaction: Transaction, standardIds: readonly string[]): Promise<void> {
  await transaction.query('select from rule_standard where standard_id = any ($1::uuid[]) order by standard_id for update', [standardIds])
}

/** As `lockStandard`, for several that apply it at once. */
export async function shareStandardForAllCustomers(transaction: Transaction, standardId: string): Promise<StoredStandard | undefined> {
  const { rows } = await transaction.query<StoredStandard>(`select ${own} from rule_standard s where s.standard_id = $1 for share`, [
    standardId,
  ])
  return rows[0]
}

export async function countStandards(transaction: Transaction, provider: string): Promise<number> {
  const { rows } = await transaction.query<{ count: number }>('select count(*)::int from rule_standard where customer_id = $1', [provider])
  return rows[0]?.count ?? 0
}

type Written = { by: string; now: Date; standardId: string }
type Content = Pick<NewRuleStandard, 'name' | 'description' | 'filter' | 'allowsThresholdChanges'> & Pick<RuleStandard, 'rules' | 'groups'>

const valuesOf = ({ name, description, filter, allowsThresholdChanges, rules, groups }: Content) => [
  name,
  description,
  JSON.stringify(filter),
  allowsThresholdChanges,
  JSON.stringify(rules),
  groups,
  groups.map(labelKeyOf),
]

export async function insertStandard(transaction: Transaction, provider: string, content: Content, written: Written): Promise<void> {
  const { standardId, by, now } = written
  await transaction.query(
    `insert into rule_standard (customer_id, standard_id, created_by, modified_by, created_at, modified_at, name, description, filter,
       allows_threshold_changes, rules, group_labels, group_keys) values ($1, $2, $3, $3, $4, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [provider, standardId, by, now, ...valuesOf(content)],
  )
}

export async function updateStandard(transaction: Transaction, provider: string, content: Content, written: Written): Promise<void> {
  const { standardId, by, now } = written
  await transaction.query(
    `update rule_standard set modified_by = $3, modified_at = $4, version = version + 1, name = $5, description = $6, filter = $7,
       allows_threshold_changes = $8, rules = $9, group_labels = $10, group_keys = $11 where customer_id = $1 and standard_id = $2`,
    [provider, standardId, by, now, ...valuesOf(content)],
  )
}

export async function deleteStandardRow(transaction: Transaction, provider: string, standardId: string): Promise<void> {
  await transaction.query('delete from rule_standard where customer_id = $1 and standard_id = $2', [provider, standardId])
}

export type FollowerRow = {
  customerId: string
  name: string
  group: string | null
  excluded: { entityId: string; name: string }[]
  appliedAt: Date
  appliedBy: string
  isDrifting: boolean
}

/** By name; one row more than the limit. */
export async function readFollowerPageForAllCustomers(
  transaction: Transaction,
  standardId: string,
  { drifting, after, limit }: Paging & { drifting: boolean | undefined },
): Promise<FollowerRow[]> {
  const { rows } = await transaction.query<FollowerRow>(
    `select * from (
       select f.customer_id as "customerId", c.name, f.applied_at as "appliedAt", f.applied_by as "appliedBy", ${drifts} as "isDrifting",
         (select g.label from unnest(s.group_labels, s.group_keys) with ordinality g (label, key, place) where g.key = any (c.label_keys)
           order by g.place limit 1) as "group",
         coalesce((select json_agg(json_build_object('entityId', e.entity_id, 'name', e.name) order by e.name_key) from entity e
           where e.customer_id = f.customer_id and e.entity_id = any (f.excluded_entity_ids)), '[]') as excluded
       from rule_standard_follower f join rule_standard s on s.standard_id = f.standard_id join customer c on c.customer_id = f.customer_id
       where f.standard_id = $1 and ($3::text is null or (c.name, c.customer_id) > ($3, $4))
     ) p
     where $2::boolean is null or "isDrifting" = $2 order by name, "customerId" limit $5`,
    [standardId, drifting ?? null, after?.[0] ?? null, after?.[1] ?? null, limit + 1],
  )
  return rows
}

export type ProvidedRow = { customerId: string; alertRuleId: string; standardRuleId: string; here: StandardPart; applied: StandardPart }

/** The rules that a standard made at these customers. */
export async function readProvidedForAllCustomers(
  transaction: Transaction,
  standardId: string,
  customerIds: readonly string[],
): Promise<ProvidedRow[]> {
  const { rows } = await transaction.query<ProvidedRow>(
    `select r.customer_id as "customerId", r.rule_id as "alertRuleId", r.standard_rule_id as "standardRuleId",
       alert_rule_standard_part(r) as here, r.standard_content as applied
     from alert_rule r where r.standard_id = $1 and r.customer_id = any ($2) and r.deleted_at is null`,
    [standardId, customerIds],
  )
  return rows
}

export async function countFollowersForAllCustomers(transaction: Transaction, standardId: string): Promise<number> {
  const { rows } = await transaction.query<{ count: number }>('select count(*)::int from rule_standard_follower where standard_id = $1', [
    standardId,
  ])
  return rows[0]?.count ?? 0
}

type Applied = { standardId: string; version: number; by: string; now: Date; ofGroup: boolean; excludedEntityIds?: readonly string[] }

/** The customer follows the standard as of this version; one that does already stays followed for the reason it was. Returns what it excludes, or null where there is no such customer. */
export async function writeFollower(
  transaction: Transaction,
  customerId: string,
  { standardId, version, by, now, ofGroup, excludedEntityIds }: Applied,
): Promise<string[] | null> {
  const { rows } = await transaction.query<{ excluded: string[] }>(
    `insert into rule_standard_follower as f (customer_id, standard_id, applied_version, applied_at, applied_by, excluded_entity_ids, of_group)
     select customer_id, $2, $3, $4, $5, coalesce($6::uuid[], '{}'), $7 from customer where customer_id = $1
     on conflict (customer_id, standard_id) do update set applied_version = $3, applied_at = $4, applied_by = $5,
       excluded_entity_ids = coalesce($6::uuid[], f.excluded_entity_ids)
     returning excluded_entity_ids as excluded`,
    [customerId, standardId, version, now, by, excludedEntityIds ?? null, ofGroup],
  )
  return rows[0]?.excluded ?? null
}

export async function isFollowing(transaction: Transaction, customerId: string, standardId: string): Promise<boolean> {
  const { rows } = await transaction.query('select from rule_standard_follower where customer_id = $1 and standard_id = $2', [
    customerId,
    standardId,
  ])
  return rows.length > 0
}

export async function deleteFollower(transaction: Transaction, customerId: string, standardId: string): Promise<boolean> {
  const { rowCount } = await transaction.query('delete from rule_standard_follower where customer_id = $1 and standard_id = $2', [
    customerId,
    standardId,
  ])
  return (rowCount ?? 0) > 0
}
