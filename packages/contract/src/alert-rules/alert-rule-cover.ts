import { entityFilter } from '@vakt/contract/entities/entity-list.ts'
import { environmentAccess } from '@vakt/contract/features.ts'
import { operation } from '@vakt/contract/operation.ts'
import { moment, nullable, object, oneOf, pageLimit, type Static, Type } from '@vakt/contract/schema.ts'
import { NewAlertRule, uuid } from './alert-rule-content.ts'

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
  path: '/customer/:customerId/alert-rule/:alertRuleId/entity',
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
  path: '/customer/:customerId/alert-rule/back-test',
  access: environmentAccess,
  announcesNothing: 'It asks, and changes nothing.',
  recordsNothing: 'It only tries, and changes nothing.',
  limitSeconds: 120,
  noIdempotencyKey: 'It is a question and changes nothing.',
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

/** A metric that resources of the customer have. */
const CustomerRuleMetric = object({
  metricName: Type.String(),
  unit: nullable(Type.String()),
  kind: oneOf(['gauge', 'counter', 'delta']),
  /** How many resources have it, up to some thousands. */
  entities: Type.Integer(),
  /** The types of these resources. */
  types: Type.Array(Type.String()),
})
export type CustomerRuleMetric = Static<typeof CustomerRuleMetric>

export const listCustomerRuleMetrics = operation({
  summary: 'The metrics of all entities of a customer that an alert rule can watch, those of most entities first',
  method: 'GET',
  path: '/customer/:customerId/alert-rule-metric',
  access: environmentAccess,
  result: object({ metrics: Type.Array(CustomerRuleMetric) }),
})

export const listRuleExamples = operation({
  summary: 'The first entities by name that a rule with this filter covers, those with a metric only',
  method: 'GET',
  path: '/customer/:customerId/alert-rule-example',
  access: environmentAccess,
  query: object({
    metric: Type.Optional(Type.String({ minLength: 1, maxLength: 1000, description: 'Without it also those without a metric' })),
    type: entityFilter.type,
    resourceGroup: entityFilter.resourceGroup,
    tag: entityFilter.tag,
  }),
  result: object({ entities: Type.Array(object({ entityId: Type.String(), name: Type.String() })) }),
})
