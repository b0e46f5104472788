import type { NewAlertRule } from '@vakt/contract/alert-rules/alert-rule-content.ts'
import type { AlertRule } from '@vakt/contract/alert-rules/alert-rules.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { filterColumnsOf } from './covered-entity-table.ts'
import { faultColumn, lastSlotBeforeFault } from './rule-fault-table.ts'

type Moments = 'activeSince' | 'lastFiredAt' | 'createdAt' | 'modifiedAt' | 'evaluatedTo' | 'fault'

/** A rule as the contract has it, with dates instead of texts. */
export type AlertRuleRow = Omit<AlertRule, Moments | 'valid_from_dt' | 'valid_to_dt'> & {
  valid_from_dt: Date | null
  valid_to_dt: Date | null
  activeSince: Date | null
  lastFiredAt: Date | null
  createdAt: Date
  modifiedAt: Date
  evaluatedTo: number | null
  fault: (Omit<NonNullable<AlertRule['fault']>, 'since'> & { fromSlot: number }) | null
  deletedAt: Date | null
  nameKey: string
}

/** A period was evaluated in which this version of the rule was there. */
export const isEvaluated = 'c.evaluated_to >= r.active_from_slot'

/** What senders say of the metric, which has one unit at a customer: some of its series tell, and there may be thousands. */
const unitOfMetric = `(select min(u.unit) from (
    select m.unit from metric_series m where m.customer_id = r.customer_id and m.metric = r.metric_name limit 50) u)`

export const ruleColumns = `
  r.rule_id as "alertRuleId", r.customer_id, r.name, r.name_key as "nameKey", r.description, r.severity, r.aggregation,
  r.threshold_comparison as "thresholdComparison", r.threshold, r.uses_critical_threshold as "useCriticalThreshold",
  r.critical_threshold as "criticalThreshold", r.alerts_before_action as "alertsBeforeAction", r.metric_name as "metricName", ${unitOfMetric} as unit,
  r.depends_on_metrics as "dependsOnMetrics", r.auto_close_delay_in_seconds as "autoCloseDelayInSeconds", r.missing_data as "missingData",
  r.valid_from as valid_from_dt, r.valid_to as valid_to_dt, r.enabled, r.runbook_url as "runbookUrl", r.entity_id as "entityId", r.filter,
  r.excluded_entity_ids as "excludedEntityIds",
  case when r.standard_id is not null then json_build_object('standardId', r.standard_id, 'name', r.standard_name,
    'allowsThresholdChanges', r.standard_allows_threshold_changes,
    'newThresholds', case when r.standard_asks then json_build_object('threshold', r.standard_content -> 'threshold',
      'useCriticalThreshold', r.standard_content -> 'useCriticalThreshold', 'criticalThreshold', r.standard_content -> 'criticalThreshold') end
    ) end as standard,
  case when e.entity_id is not null then json_build_object('entityId', e.entity_id, 'name', e.name) end as entity,
  case when r.excluded_entity_ids = '{}' then '[]'::json else (
    select coalesce(json_agg(json_build_object('entityId', x.entity_id, 'name', x.name) order by x.name_key), '[]') from entity x
    where x.customer_id = r.customer_id and x.entity_id = any (r.excluded_entity_ids)) end as excluded,
  case when r.entity_id is not null then 1 else r.covered_entities end as covers,
  json_build_object('firing', s.firing, 'critical', s.critical, 'counting', s.counting, 'violations', s.violations,
    'inhibited', s.inhibited, 'missing', r.missing_series, 'series', r.watched_series) as states,
  case when r.enabled then r.active_since end as "activeSince",
  (select d.slot from alert_rule_clock c cross join lateral (select least(c.evaluated_to, ${lastSlotBeforeFault}) as slot) d
    where c.customer_id = r.customer_id and r.enabled and d.slot >= r.active_from_slot) as "evaluatedTo",
  ${faultColumn} as fault,
  r.last_fired_at as "lastFiredAt", r.created_at as "createdAt", r.created_by as "createdBy", r.modified_at as "modifiedAt",
  r.modified_by as "modifiedBy", r.deleted_at as "deletedAt", r.version`

export const fromRules = `from alert_rule r
  left join entity e on e.customer_id = r.customer_id and e.entity_id = r.entity_id
  cross join lateral (
    select count(*) filter (where firing = 'yes' and inhibited_by is null)::int as firing,
      count(*) filter (where firing = 'critical' and inhibited_by is null)::int as critical,
      count(*) filter (where firing = 'no')::int as counting,
      coalesce(max(violations) filter (where firing = 'no'), 0) as violations,
      count(*) filter (where inhibited_by is not null)::int as inhibited
    from alert_rule_state t where t.customer_id = r.customer_id and t.rule_id = r.rule_id
  ) s`

export async function readRule(transaction: Transaction, customerId: string, ruleId: string): Promise<AlertRuleRow | undefined> {
  const { rows } = await transaction.query<AlertRuleRow>({
    name: 'read-alert-rule',
    text: `select ${ruleColumns} ${fromRules} where r.customer_id = $1 and r.rule_id = $2`,
    values: [customerId, ruleId],
  })
  return rows[0]
}

/** No one else changes the rules until the transaction ends. Locked in the order of their ids, so that two such calls do not wait for each other. */
export async function lockRules(transaction: Transaction, customerId: string, ruleIds: readonly string[]): Promise<void> {
  await transaction.query('select from alert_rule where customer_id = $1 and rule_id = any ($2) order by rule_id for update', [
    customerId,
    ruleIds,
  ])
}

/** How many rules the customer has, and how many of them by a filter. */
export async function countRules(transaction: Transaction, customerId: string): Promise<{ all: number; byFilter: number }> {
  const { rows } = await transaction.query<{ all: number; byFilter: number }>(
    `select count(*)::int as all, count(*) filter (where entity_id is null)::int as "byFilter"
     from alert_rule where customer_id = $1 and deleted_at is null`,
    [customerId],
  )
  return rows[0] ?? { all: 0, byFilter: 0 }
}

/** No one else adds a dependency between rules of the customer until the transaction ends. */
export async function lockDependencies(transaction: Transaction, customerId: string): Promise<void> {
  await transaction.query("select pg_advisory_xact_lock(hashtextextended('alert rule dependencies ' || $1, 0))", [customerId])
}

/** The dependencies of the customer's other rules, for `findCircle`. */
export async function readDependencies(
  transaction: Transaction,
  customerId: string,
  exceptRuleId: string | null,
): Promise<{ metricName: string; dependsOnMetrics: string[] }[]> {
  const { rows } = await transaction.query<{ metricName: string; dependsOnMetrics: string[] }>(
    `select distinct metric_name as "metricName", depends_on_metrics as "dependsOnMetrics" from alert_rule
     where customer_id = $1 and rule_id is distinct from $2::uuid and deleted_at is null and depends_on_metrics <> '{}'`,
    [customerId, exceptRuleId],
  )
  return rows
}

export async function hasEntities(transaction: Transaction, customerId: string, entityIds: readonly string[]): Promise<boolean> {
  const { rows } = await transaction.query<{ count: number }>(
    'select count(*)::int as count from entity where customer_id = $1 and entity_id = any ($2)',
    [customerId, entityIds],
  )
  return rows[0]?.count === new Set(entityIds).size
}

/** What can be changed, in the order of `contentColumns`. */
function contentValues(rule: NewAlertRule): unknown[] {
  const { filter } = rule
  const { filter_types, filter_resource_groups, filter_tags } = filterColumnsOf(filter ?? {})
  return [
    rule.name,
    rule.description,
    rule.severity,
    rule.aggregation,
    rule.thresholdComparison,
    rule.threshold,
    rule.useCriticalThreshold,
    rule.useCriticalThreshold ? rule.criticalThreshold : null,
    rule.alertsBeforeAction,
    rule.metricName,
    rule.dependsOnMetrics,
    rule.autoCloseDelayInSeconds,
    rule.missingData,
    rule.valid_from_dt,
    rule.valid_to_dt,
    rule.enabled,
    rule.runbookUrl,
    rule.entityId,
    filter && JSON.stringify(filter),
    filter_types,
    filter_resource_groups,
    JSON.stringify(filter_tags),
    rule.excludedEntityIds,
  ]
}
const contentColumns = `name, description, severity, aggregation, threshold_comparison, threshold, uses_critical_threshold, critical_threshold,
  alerts_before_action, metric_name, depends_on_metrics, auto_close_delay_in_seconds, missing_data, valid_from, valid_to, enabled, runbook_url,
  entity_id, filter, filter_types, filter_resource_groups, filter_tags, excluded_entity_ids`
const placeholders = (first: number) => contentColumns.split(',').map((_, index) => `$${first + index}`)

type Written = { ruleId: string; slot: number; by: string; now: Date }

export async function insertRule(transaction: Transaction, customerId: string, rule: NewAlertRule, written: Written): Promise<void> {
  const { ruleId, slot, by, now } = written
  await transaction.query(
    `insert into alert_rule (customer_id, rule_id, active_from_slot, created_by, created_at, modified_by, modified_at, ${contentColumns})
     values ($1, $2, $3, $4, $5, $4, $5, ${placeholders(6).join(', ')})`,
    [customerId, ruleId, slot, by, now, ...contentValues(rule)],
  )
}

/** Writes the whole content, as a new version that counts from this slot on. */
export async function updateRule(transaction: Transaction, customerId: string, rule: NewAlertRule, written: Written): Promise<void> {
  const { ruleId, slot, by, now } = written
  await transaction.query(
    `update alert_rule set active_from_slot = $3, active_since = null, modified_by = $4, modified_at = $5, version = version + 1,
       covered_entities = case when filter is not distinct from $24 and excluded_entity_ids = $28 then covered_entities end,
       (${contentColumns}) = row (${placeholders(6).join(', ')})
     where customer_id = $1 and rule_id = $2`,
    [customerId, ruleId, slot, by, now, ...contentValues(rule)],
  )
}

export async function writeDeleted(
  transaction: Transaction,
  customerId: string,
  { ruleId, deletedAt, slot, by, now }: Written & { deletedAt: Date | null },
): Promise<void> {
  await transaction.query(
    `update alert_rule set deleted_at = $3, active_from_slot = $4, active_since = null, modified_by = $5, modified_at = $6, version = version + 1
     where customer_id = $1 and rule_id = $2`,
    [customerId, ruleId, deletedAt, slot, by, now],
  )
}

export const ruleChannel = 'vakt_alert_rule'

/** The worker reads the rules again, right after the commit. */
export async function noteRulesChanged(transaction: Transaction, customerId: string): Promise<void> {
  await transaction.query(
    `insert into alert_rule_revision (customer_id) values ($1)
     on conflict (customer_id) do update set revision = alert_rule_revision.revision + 1`,
    [customerId],
  )
  transaction.announceOnCommit(ruleChannel, '')
}

/** The worker evaluates these rules from now on. */
export async function writeActiveSince(transaction: Transaction, customerId: string, now: Date): Promise<string[]> {
  const { rows } = await transaction.query<{ ruleId: string }>(
    `update alert_rule set active_since = $2 where customer_id = $1 and enabled and deleted_at is null and active_since is null
     returning rule_id as "ruleId"`,
    [customerId, now],
  )
  return rows.map(({ ruleId }) => ruleId)
}

export async function writeLastFired(transaction: Transaction, customerId: string, ruleIds: readonly string[], now: Date): Promise<void> {
  if (ruleIds.length === 0) return
  await transaction.query('update alert_rule set last_fired_at = $3 where customer_id = $1 and rule_id = any ($2)', [
    customerId,
    ruleIds,
    now,
  ])
}

export type SeriesCount = { ruleId: string; series: number; missing: number }

/** Writes only the rules whose counts have changed; returns which. */
export async function writeSeriesCounts(transaction: Transaction, customerId: string, counts: readonly SeriesCount[]): Promise<string[]> {
  const { rows } = await transaction.query<{ ruleId: string }>(
    `update alert_rule r set watched_series = c.series, missing_series = c.missing
     from unnest($2::uuid[], $3::int[], $4::int[]) as c (rule_id, series, missing)
     where r.customer_id = $1 and r.rule_id = c.rule_id and (r.watched_series, r.missing_series) is distinct from (c.series, c.missing)
     returning r.rule_id as "ruleId"`,
    [customerId, counts.map(({ ruleId }) => ruleId), counts.map(({ series }) => series), counts.map(({ missing }) => missing)],
  )
  return rows.map(({ ruleId }) => ruleId)
}

/** Counts again how many entities each rule by filter covers. */
export async function recountCovered(transaction: Transaction, customerId: string, exceptRuleIds: readonly string[]): Promise<void> {
  await transaction.query(
    `update alert_rule r set covered_entities = n.entities
     from (
       select f.rule_id, (select count(*)::int from entity e where e.customer_id = $1 and alert_rule_covers(f, e)) as entities
       from alert_rule f where f.customer_id = $1 and f.entity_id is null and f.deleted_at is null and f.rule_id <> all ($2)
     ) n
     where r.customer_id = $1 and r.rule_id = n.rule_id and r.covered_entities is distinct from n.entities`,
    [customerId, exceptRuleIds],
  )
}
