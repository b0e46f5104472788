import { ruleStateFilters } from './alert-rule-filters.ts'
import { environmentAccess } from './features.ts'
import { operation } from './operation.ts'
import { moment, nullable, object, oneLine, oneOf, pageLimit, type Static, several, Type } from './schema.ts'

/** What is compared with the threshold, over each period of five minutes. */
export const ruleAggregations = ['avg', 'sum', 'min', 'max', 'last'] as const
export type RuleAggregation = (typeof ruleAggregations)[number]

export const thresholdComparisons = ['<', '>', '>=', '<=', '='] as const
export type ThresholdComparison = (typeof thresholdComparisons)[number]

/** What a period without data does: it neither counts nor resets, counts as a violation, or counts as healthy. */
export const missingDataPolicies = ['ignored', 'violates', 'healthy'] as const
export type MissingDataPolicy = (typeof missingDataPolicies)[number]

export const ruleLimits = {
  perCustomer: 20_000,
  filterRulesPerCustomer: 200,
  threshold: 1e15,
  alertsBeforeAction: 288,
  autoCloseDelayInSeconds: 604_800,
  excluded: 500,
  undoDeleteMinutes: 15,
  backTestDays: 30,
} as const

const uuid = () => Type.String({ format: 'uuid' })
const limit = ruleLimits.threshold

/** As the filter of the list of entities: values of one field or tag are any of them, fields and tags are all of them. */
export const RuleFilter = object({
  type: Type.Array(Type.String({ maxLength: 1024 }), { maxItems: 50 }),
  resourceGroup: Type.Array(Type.String({ maxLength: 1024 }), { maxItems: 50 }),
  /** `key=value`, where = and % of the key are written as %3D and %25. */
  tag: Type.Array(Type.String({ minLength: 2, maxLength: 2048, pattern: '=' }), { maxItems: 50 }),
})
export type RuleFilter = Static<typeof RuleFilter>

const metricName = () =>
  Type.String({
    minLength: 1,
    maxLength: 500,
    messages: { minLength: 'alert_rule.metric_empty', maxLength: 'alert_rule.metric_long' },
  })

const filled = (message: string, maxLength: number) => ({
  pattern: '\\S',
  maxLength,
  messages: { pattern: message, minLength: message },
})

export const NewAlertRule = object({
  name: oneLine(filled('alert_rule.name_empty', 200)),
  description: Type.String(filled('alert_rule.description_empty', 10_000)),
  severity: Type.Integer({
    minimum: 0,
    maximum: 3,
    description: '0 low, 1 medium, 2 high, 3 critical',
    messages: { type: 'alert_rule.severity_empty' },
  }),
  aggregation: oneOf(ruleAggregations, { messages: { enum: 'alert_rule.aggregation_empty' } }),
  thresholdComparison: oneOf(thresholdComparisons, { messages: { enum: 'alert_rule.threshold_comparison_empty' } }),
  threshold: Type.Number({
    minimum: -limit,
    maximum: limit,
    messages: { type: 'alert_rule.threshold_empty', minimum: 'alert_rule.threshold_finite', maximum: 'alert_rule.threshold_finite' },
  }),
  useCriticalThreshold: Type.Boolean({ default: false }),
  criticalThreshold: Type.Union([Type.Number({ minimum: -limit, maximum: limit }), Type.Null()], { default: null }),
  alertsBeforeAction: Type.Integer({
    minimum: 1,
    maximum: ruleLimits.alertsBeforeAction,
    description: 'How many periods in a row must violate the threshold',
    messages: { type: 'alert_rule.alerts_before_action_empty' },
  }),
  metricName: metricName(),
  dependsOnMetrics: Type.Array(metricName(), {
    maxItems: 20,
    uniqueItems: true,
    default: [],
    description: 'Held while a rule on one of these metrics fires on the same entity',
  }),
  autoCloseDelayInSeconds: Type.Integer({ minimum: 0, maximum: ruleLimits.autoCloseDelayInSeconds, default: 0 }),
  missingData: oneOf(missingDataPolicies, { default: 'ignored' }),
  valid_from_dt: Type.Union([moment(), Type.Null()], { default: null, description: 'Null: from now on' }),
  valid_to_dt: Type.Union([moment(), Type.Null()], { default: null, description: 'Not included itself; null: until turned off' }),
  enabled: Type.Boolean({ default: true }),
  runbookUrl: Type.Union(
    [Type.String({ maxLength: 2000, pattern: '^https?://', messages: { pattern: 'alert_rule.runbook_url' } }), Type.Null()],
    {
      default: null,
    },
  ),
  entityId: Type.Union([uuid(), Type.Null()], { default: null, description: 'The one entity that it is for, or null with a filter' }),
  filter: Type.Union([RuleFilter, Type.Null()], { default: null, description: 'All entities that match, or null with an entity' }),
  excludedEntityIds: Type.Array(uuid(), { maxItems: ruleLimits.excluded, uniqueItems: true, default: [] }),
})
export type NewAlertRule = Static<typeof NewAlertRule>

/** What a rule is doing now, over all the series that it watches. */
const RuleStates = object({
  firing: Type.Integer(),
  critical: Type.Integer(),
  /** In violation, but not for long enough. */
  counting: Type.Integer(),
  /** The most violations in a row of those that count. */
  violations: Type.Integer(),
  inhibited: Type.Integer(),
  /** Those without data in the last period. */
  missing: Type.Integer(),
  /** How many series it watches; 0: no resource that it covers has the metric. */
  series: Type.Integer(),
})
export type RuleStates = Static<typeof RuleStates>

export const AlertRule = object({
  alertRuleId: Type.String(),
  customer_id: Type.String(),
  ...NewAlertRule.properties,
  entity: nullable(object({ entityId: Type.String(), name: Type.String() })),
  /** How many entities it covers; null until the first count. */
  covers: nullable(Type.Integer()),
  states: RuleStates,
  /** Since when this version is evaluated; null: not yet, or it is disabled. */
  activeSince: nullable(moment()),
  /** The end of the last period that was evaluated. */
  evaluatedTo: nullable(moment()),
  lastFiredAt: nullable(moment()),
  createdAt: moment(),
  createdBy: nullable(Type.String()),
  modifiedAt: moment(),
  modifiedBy: nullable(Type.String()),
  version: Type.Integer(),
})
export type AlertRule = Static<typeof AlertRule>

const ofCustomer = '/customer/:customerId/alert-rule' as const
const one = `${ofCustomer}/:alertRuleId` as const
const writing = ['@feature.myenvironment.write'] as const
const seen = { version: Type.Integer({ description: 'The version that the user saw; if it has changed since, the call answers 409' }) }

export const listAlertRules = operation({
  summary: 'Alert rules, by name: all of the customer, or those that cover one entity',
  method: 'GET',
  path: ofCustomer,
  access: environmentAccess,
  query: object({
    ...pageLimit,
    entityId: Type.Optional(uuid()),
    q: Type.Optional(Type.String({ maxLength: 200, description: 'Part of the name, the metric or the entity' })),
    active: Type.Optional(Type.Boolean({ description: 'Only enabled ones, or only disabled ones' })),
    severity: several(Type.Integer({ minimum: 0, maximum: 3 })),
    state: several(oneOf(ruleStateFilters)),
  }),
  listOf: AlertRule,
})

export const getAlertRule = operation({ summary: 'One alert rule', method: 'GET', path: one, access: environmentAccess, result: AlertRule })

export const createAlertRule = operation({
  summary: 'Create an alert rule for one entity, or for all that match a filter',
  method: 'POST',
  path: ofCustomer,
  access: writing,
  takesIdempotencyKey: true,
  body: NewAlertRule,
  result: AlertRule,
})

export const changeAlertRule = operation({
  summary: 'Change an alert rule; it starts to count again',
  method: 'PUT',
  path: one,
  access: writing,
  body: object({ ...NewAlertRule.properties, ...seen }),
  result: AlertRule,
})

export const enableAlertRule = operation({
  summary: 'Enable an alert rule',
  method: 'POST',
  path: `${one}/enable`,
  access: writing,
  result: AlertRule,
})

export const disableAlertRule = operation({
  summary: 'Disable an alert rule; an alert that is open stays open',
  method: 'POST',
  path: `${one}/disable`,
  access: writing,
  result: AlertRule,
})

export const deleteAlertRule = operation({
  summary: 'Delete an alert rule; what it has raised is resolved a minute later',
  method: 'DELETE',
  path: one,
  access: writing,
})

export const restoreAlertRule = operation({
  summary: 'Take back a deletion, within 15 minutes of it',
  method: 'POST',
  path: `${one}/restore`,
  access: writing,
  result: AlertRule,
})

/** A rule on one series of one entity, now. */
export const coveredStates = ['healthy', 'counting', 'firing', 'critical', 'inhibited', 'no-data', 'no-metric', 'not-active'] as const
const CoveredEntity = object({
  entityId: Type.String(),
  name: Type.String(),
  /** One for each series of the metric; one without labels where the entity does not have the metric. */
  series: Type.Array(
    object({
      labels: Type.Record(Type.String(), Type.String()),
      state: oneOf(coveredStates),
      violations: Type.Integer(),
      /** The aggregate of the newest period with data within the last hour. */
      value: nullable(Type.Number()),
      at: nullable(moment()),
      inhibitedBy: nullable(object({ alertRuleId: Type.String(), name: Type.String() })),
      since: nullable(moment()),
    }),
  ),
})
export type CoveredEntity = Static<typeof CoveredEntity>

export const listCoveredEntities = operation({
  summary: 'The entities that a rule covers now, by name, with the live state of each',
  method: 'GET',
  path: `${one}/entity`,
  access: environmentAccess,
  query: object(pageLimit),
  listOf: CoveredEntity,
})

const tested = NewAlertRule.properties
export const BackTestQuestion = object({
  aggregation: tested.aggregation,
  thresholdComparison: tested.thresholdComparison,
  threshold: tested.threshold,
  useCriticalThreshold: tested.useCriticalThreshold,
  criticalThreshold: tested.criticalThreshold,
  alertsBeforeAction: tested.alertsBeforeAction,
  metricName: tested.metricName,
  dependsOnMetrics: tested.dependsOnMetrics,
  autoCloseDelayInSeconds: tested.autoCloseDelayInSeconds,
  missingData: tested.missingData,
  entityId: uuid(),
})
export type BackTestQuestion = Static<typeof BackTestQuestion>

const span = object({ from: moment(), to: moment() })
export const BackTest = object({
  from: moment(),
  to: moment(),
  unit: nullable(Type.String()),
  /** Of a counter and a delta the average is a rate per second; null where the entity does not have the metric. */
  kind: nullable(oneOf(['gauge', 'counter', 'delta'])),
  /** How many series the metric has; at most 20 of them are tested. */
  total: Type.Integer(),
  series: Type.Array(
    object({
      seriesId: Type.String(),
      labels: Type.Record(Type.String(), Type.String()),
      /** When it would have fired; `to` is null while it still fires at the end. */
      periods: Type.Array(
        object({
          from: moment(),
          to: nullable(moment()),
          critical: Type.Array(span),
          /** When its alert would have been raised; null: it was held all along. */
          raisedAt: nullable(moment()),
          /** The rule that held it. */
          heldBy: nullable(Type.String()),
        }),
      ),
      violations: Type.Array(span),
    }),
  ),
})
export type BackTest = Static<typeof BackTest>

export const backTestAlertRule = operation({
  summary: 'When a rule would have fired on one entity in the last 30 days; nothing is saved',
  method: 'POST',
  path: `${ofCustomer}/back-test`,
  access: environmentAccess,
  body: BackTestQuestion,
  result: BackTest,
})

const RuleMetric = object({
  metricName: Type.String(),
  unit: nullable(Type.String()),
  kind: oneOf(['gauge', 'counter', 'delta']),
  /** How many series of it there are: one for each disk, say. */
  series: Type.Integer(),
  /** The last value of the newest period; null where there is none, or more than one series. */
  latest: nullable(Type.Number()),
})
export type RuleMetric = Static<typeof RuleMetric>

export const listRuleMetrics = operation({
  summary: 'The metrics of an entity that an alert rule can watch, by name',
  method: 'GET',
  path: '/customer/:customerId/entity/:entityId/alert-rule-metric',
  access: environmentAccess,
  result: object({ metrics: Type.Array(RuleMetric) }),
})

const ruleChanges = ['created', 'changed', 'enabled', 'disabled', 'deleted', 'restored'] as const
export const AlertRuleVersion = object({
  version: Type.Integer(),
  change: oneOf(ruleChanges),
  at: moment(),
  by: Type.String(),
  /** The fields whose values it changed, by the names above. */
  fields: Type.Array(object({ name: Type.String(), before: Type.Unknown(), after: Type.Unknown() })),
})
export type AlertRuleVersion = Static<typeof AlertRuleVersion>

export const listAlertRuleHistory = operation({
  summary: 'What was changed in a rule, the latest first',
  method: 'GET',
  path: `${one}/history`,
  access: environmentAccess,
  query: object(pageLimit),
  listOf: AlertRuleVersion,
})
