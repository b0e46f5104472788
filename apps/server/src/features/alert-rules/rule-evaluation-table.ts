import type { MissingDataPolicy, RuleAggregation } from '@vakt/contract/alert-rules/alert-rule-content.ts'
import type { ThresholdComparison } from '@vakt/contract/alert-rules/threshold-comparisons.ts'
import type { Severity } from '@vakt/contract/severity.ts'
import type { RuleState } from '@vakt/domain/alert-rules/advance-rule.ts'
import { bucketEnd, gracePeriodMilliseconds } from '@vakt/domain/metrics/bucket.ts'
import { ofOpenCustomer } from '#server/platform/database/open-customers.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { takeTurns } from '#server/platform/jobs/take-turns.ts'

export type RuleClock = {
  evaluatedTo: number
  evaluatedRevision: string
  reevaluateFrom: number | null
  lateVersion: string
  revision: string
}

/** Customers whose rules may have something to do: a bucket closed, a rule was changed, points came late, or a deleted rule left alerts. */
export async function findCustomersToEvaluateForAllCustomers(
  transaction: Transaction,
  { closedSlot, deletedBefore }: { closedSlot: number; deletedBefore: Date },
): Promise<string[]> {
  const { rows } = await transaction.query<{ customerId: string }>(
    `select r.customer_id as "customerId" from alert_rule_revision r left join alert_rule_clock c on c.customer_id = r.customer_id
     where ${ofOpenCustomer('r.customer_id')} and (c.customer_id is null or c.evaluated_revision < r.revision or c.reevaluate_from is not null or c.evaluated_to < $1
       or exists (select from alert_rule d where d.customer_id = r.customer_id and d.deleted_at < $2
         and exists (select from alert_rule_state s where s.customer_id = d.customer_id and s.rule_id = d.rule_id)))
     order by c.evaluated_to nulls first`,
    [closedSlot, deletedBefore],
  )
  return rows.map(({ customerId }) => customerId)
}

const nextIsDue = `to_timestamp(${(bucketEnd(0) + gracePeriodMilliseconds) / 1000} + (c.evaluated_to + 1) * ${(bucketEnd(1) - bucketEnd(0)) / 1000})`

/** For how many seconds the bucket that rules should have been evaluated on the longest has been closed, and how many customers wait for such. */
export async function readRuleLagForAllCustomers(transaction: Transaction): Promise<{ seconds: number; customers: number }> {
  const { rows } = await transaction.query<{ seconds: number; customers: number }>(
    `select coalesce(extract(epoch from now() - min(${nextIsDue})), 0)::float8 as seconds, count(*)::int as customers
     from alert_rule_clock c where ${nextIsDue} <= now() and ${ofOpenCustomer('c.customer_id')}
       and exists (select from alert_rule r where r.customer_id = c.customer_id and r.enabled and r.deleted_at is null)`,
  )
  return rows[0] ?? { seconds: 0, customers: 0 }
}

/** The clock of the customer's rules, locked; undefined while another worker has it. */
export async function lockRuleClock(transaction: Transaction, customerId: string): Promise<RuleClock | undefined> {
  await transaction.query(
    `with started as (
       insert into alert_rule_clock (customer_id, evaluated_to)
       select $1, min(active_from_slot) - 1 from alert_rule where customer_id = $1 having count(*) > 0 on conflict do nothing
       returning evaluated_to
     )
     insert into alert_rule_checkpoint (customer_id, slot, states) select $1, evaluated_to, '[]' from started`,
    [customerId],
  )
  const { rows } = await transaction.query<RuleClock>(
    `select c.evaluated_to as "evaluatedTo", c.evaluated_revision::text as "evaluatedRevision", c.reevaluate_from as "reevaluateFrom",
       c.late_version::text as "lateVersion", r.revision::text as revision
     from alert_rule_clock c join alert_rule_revision r on r.customer_id = c.customer_id
     where c.customer_id = $1 for update of c skip locked`,
    [customerId],
  )
  return rows[0]
}

export async function writeRuleClock(
  transaction: Transaction,
  customerId: string,
  { evaluatedTo, revision, reevaluateFrom }: { evaluatedTo: number; revision: string; reevaluateFrom: number | null },
): Promise<void> {
  await transaction.query(
    'update alert_rule_clock set evaluated_to = $2, evaluated_revision = $3, reevaluate_from = $4 where customer_id = $1',
    [customerId, evaluatedTo, revision, reevaluateFrom],
  )
}

/**
 * A bucket that was evaluated already is different now: it is evaluated once more. One that is late is counted in any case: an evaluation may
 * have read it and not yet written how far it came.
 */
export async function noteLateBucket(
  transaction: Transaction,
  customerId: string,
  { slot, isLate }: { slot: number; isLate: boolean },
): Promise<void> {
  await transaction.query(
    `update alert_rule_clock set late_version = late_version + 1,
       reevaluate_from = case when evaluated_to >= $2 then least(reevaluate_from, $2) else reevaluate_from end
     where customer_id = $1 and (evaluated_to >= $2 or $3)`,
    [customerId, slot, isLate],
  )
}

export type EvaluatedRule = {
  ruleId: string
  name: string
  description: string
  severity: number
  aggregation: RuleAggregation
  thresholdComparison: ThresholdComparison
  threshold: number
  criticalThreshold: number | null
  alertsBeforeAction: number
  metricName: string
  dependsOnMetrics: string[]
  autoCloseDelayInSeconds: number
  missingData: MissingDataPolicy
  validFrom: number | null
  validTo: number | null
  runbookUrl: string | null
  entityId: string | null
  activeFromSlot: number
}

const evaluatedColumns = `rule_id as "ruleId", name, description, severity, aggregation, threshold_comparison as "thresholdComparison", threshold,
  critical_threshold as "criticalThreshold", alerts_before_action as "alertsBeforeAction", metric_name as "metricName",
  depends_on_metrics as "dependsOnMetrics", auto_close_delay_in_seconds as "autoCloseDelayInSeconds", missing_data as "missingData",
  (extract(epoch from valid_from) * 1000)::float8 as "validFrom", (extract(epoch from valid_to) * 1000)::float8 as "validTo",
  runbook_url as "runbookUrl", entity_id as "entityId", active_from_slot as "activeFromSlot"`

export async function readEnabledRules(
  transaction: Transaction,
  customerId: string,
  exceptRuleIds: readonly string[],
): Promise<EvaluatedRule[]> {
  const { rows } = await transaction.query<EvaluatedRule>(
    `select ${evaluatedColumns} from alert_rule
     where customer_id = $1 and enabled and deleted_at is null and rule_id <> all ($2) order by rule_id`,
    [customerId, exceptRuleIds],
  )
  return rows
}

/** The enabled rules on these metrics that cover the entity. */
export async function readRulesOnMetrics(
  transaction: Transaction,
  customerId: string,
  { entityId, metrics }: { entityId: string; metrics: readonly string[] },
): Promise<EvaluatedRule[]> {
  const { rows } = await transaction.query<EvaluatedRule>(
    `select ${evaluatedColumns} from alert_rule r
     where customer_id = $1 and enabled and deleted_at is null and metric_name = any ($3)
       and exists (select from entity e where e.customer_id = $1 and e.entity_id = $2 and alert_rule_covers(r, e))
     order by rule_id`,
    [customerId, entityId, metrics],
  )
  return rows
}

export type CoveredPair = { ruleId: string; entityId: string; name: string; isStale: boolean }

/** Which of these entities each enabled rule covers, by pairs of a metric and an entity that are all different. */
export async function readCoveredPairs(
  transaction: Transaction,
  customerId: string,
  pairs: { metrics: string[]; entityIds: string[]; exceptRuleIds: readonly string[] },
): Promise<CoveredPair[]> {
  const { rows } = await transaction.query<CoveredPair>(
    // Two joins: one with `or` between them would compare every rule with every entity.
    `with seen as (select metric, entity_id from unnest($2::text[], $3::uuid[]) as s (metric, entity_id))
     select r.rule_id as "ruleId", e.entity_id as "entityId", e.name, e.stale as "isStale"
     from seen s
     join alert_rule r on r.customer_id = $1 and r.enabled and r.deleted_at is null and r.entity_id = s.entity_id and r.metric_name = s.metric
       and r.rule_id <> all ($4)
     join entity e on e.customer_id = $1 and e.entity_id = s.entity_id
     union all
     select r.rule_id, e.entity_id, e.name, e.stale
     from seen s
     join alert_rule r on r.customer_id = $1 and r.enabled and r.deleted_at is null and r.entity_id is null and r.metric_name = s.metric
       and r.rule_id <> all ($4)
     join entity e on e.customer_id = $1 and e.entity_id = s.entity_id
     where alert_rule_covers(r, e)`,
    [customerId, pairs.metrics, pairs.entityIds, pairs.exceptRuleIds],
  )
  return rows
}

/** As the alert stands: `raised` with its severity, held by another rule, or left as it is because nothing evaluates it. */
export type StoredState = RuleState & {
  ruleId: string
  seriesNo: number
  entityId: string
  raised: Severity | null
  inhibitedBy: string | null
  frozen: 'disabled' | 'expired' | null
}

export async function readRuleStates(transaction: Transaction, customerId: string): Promise<StoredState[]> {
  const { rows } = await transaction.query<StoredState>(
    `select rule_id as "ruleId", series_no as "seriesNo", entity_id as "entityId", violations, criticals, firing, since_slot as since, healthy,
       raised, inhibited_by as "inhibitedBy", frozen
     from alert_rule_state where customer_id = $1`,
    [customerId],
  )
  return rows
}

const stateColumns = [
  ['ruleId', 'uuid'],
  ['seriesNo', 'int'],
  ['entityId', 'uuid'],
  ['violations', 'int'],
  ['criticals', 'int'],
  ['firing', 'text'],
  ['since', 'int'],
  ['healthy', 'int'],
  ['raised', 'text'],
  ['inhibitedBy', 'uuid'],
  ['frozen', 'text'],
] as const

const maxStatesPerStatement = 5_000

export async function writeRuleStates(transaction: Transaction, customerId: string, states: StoredState[]): Promise<void> {
  for (let from = 0; from < states.length; from += maxStatesPerStatement) {
    const part = states.slice(from, from + maxStatesPerStatement)
    await transaction.query(
      `insert into alert_rule_state (customer_id, rule_id, series_no, entity_id, violations, criticals, firing, since_slot, healthy, raised,
         inhibited_by, frozen)
       select $1, * from unnest(${stateColumns.map(([, type], index) => `$${index + 2}::${type}[]`).join(', ')})
       on conflict (customer_id, rule_id, series_no) do update set violations = excluded.violations, criticals = excluded.criticals,
         firing = excluded.firing, since_slot = excluded.since_slot, healthy = excluded.healthy, raised = excluded.raised,
         inhibited_by = excluded.inhibited_by, frozen = excluded.frozen`,
      [customerId, ...stateColumns.map(([name]) => part.map((state) => state[name]))],
    )
  }
}

export async function deleteRuleStates(
  transaction: Transaction,
  customerId: string,
  states: readonly { ruleId: string; seriesNo: number }[],
): Promise<void> {
  if (states.length === 0) return
  await transaction.query(
    'delete from alert_rule_state where customer_id = $1 and (rule_id, series_no) in (select * from unnest($2::uuid[], $3::int[]))',
    [customerId, states.map(({ ruleId }) => ruleId), states.map(({ seriesNo }) => seriesNo)],
  )
}

/** What is to be known of rules whose states are left although they are not evaluated. */
export async function readLeftRules(
  transaction: Transaction,
  customerId: string,
  ruleIds: readonly string[],
): Promise<{ ruleId: string; enabled: boolean; deletedAt: Date | null }[]> {
  const { rows } = await transaction.query<{ ruleId: string; enabled: boolean; deletedAt: Date | null }>(
    'select rule_id as "ruleId", enabled, deleted_at as "deletedAt" from alert_rule where customer_id = $1 and rule_id = any ($2)',
    [customerId, ruleIds],
  )
  return rows
}

/** States in the order of `checkpointOf`. */
export type Checkpoint = { slot: number; states: [ruleId: string, seriesNo: number, state: RuleState][] }

/** The newest that is not after `slot`. */
export async function readCheckpoint(transaction: Transaction, customerId: string, slot: number): Promise<Checkpoint | undefined> {
  const { rows } = await transaction.query<Checkpoint>(
    'select slot, states from alert_rule_checkpoint where customer_id = $1 and slot <= $2 order by slot desc limit 1',
    [customerId, slot],
  )
  return rows[0]
}

export async function writeCheckpoints(
  transaction: Transaction,
  customerId: string,
  checkpoints: readonly Checkpoint[],
  keptFromSlot: number,
): Promise<void> {
  for (const { slot, states } of checkpoints) {
    const written: string[] = []
    // A hundred thousand of them in one go would hold the event loop.
    await takeTurns(states, (state) => void written.push(JSON.stringify(state)))
    await transaction.query(
      `insert into alert_rule_checkpoint (customer_id, slot, states) values ($1, $2, $3)
       on conflict (customer_id, slot) do update set states = excluded.states`,
      [customerId, slot, `[${written.join(',')}]`],
    )
  }
  if (checkpoints.length > 0)
    await transaction.query('delete from alert_rule_checkpoint where customer_id = $1 and slot < $2', [customerId, keptFromSlot])
}
