import { moment, object, oneLine, oneOf, type Static, Type } from '@vakt/contract/schema.ts'
import { thresholdComparisons } from './threshold-comparisons.ts'

/** What is compared with the threshold, over each period of five minutes. */
export const ruleAggregations = ['avg', 'sum', 'min', 'max', 'last'] as const
export type RuleAggregation = (typeof ruleAggregations)[number]

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

export const uuid = () => Type.String({ format: 'uuid' })
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
    pattern: '\\S',
    maxLength: 500,
    messages: { pattern: 'alert_rule.metric_empty', minLength: 'alert_rule.metric_empty', maxLength: 'alert_rule.metric_long' },
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
