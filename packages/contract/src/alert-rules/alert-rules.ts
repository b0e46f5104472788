import { environmentAccess } from '@vakt/contract/features.ts'
import { ManyOutcome } from '@vakt/contract/many.ts'
import { operation } from '@vakt/contract/operation.ts'
import { moment, nullable, object, oneOf, pageLimit, type Static, several, Type } from '@vakt/contract/schema.ts'
import { NewAlertRule, uuid } from './alert-rule-content.ts'
import { ruleStateFilters } from './alert-rule-filters.ts'

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
  /** The excluded entities that still exist, by name. */
  excluded: Type.Array(object({ entityId: Type.String(), name: Type.String() })),
  /** The provider's standard that made it; then customers change at most its thresholds. */
  standard: nullable(
    object({
      standardId: Type.String(),
      name: Type.String(),
      allowsThresholdChanges: Type.Boolean(),
      /** Those of the standard, which changed after the customer set its own; null: there is nothing to decide. */
      newThresholds: nullable(
        object({ threshold: Type.Number(), useCriticalThreshold: Type.Boolean(), criticalThreshold: nullable(Type.Number()) }),
      ),
    }),
  ),
  /** The unit of its metric, as the sender says; null: it says none. */
  unit: nullable(Type.String()),
  /** How many entities it covers; null until the first count. */
  covers: nullable(Type.Integer()),
  states: RuleStates,
  /** Since when this version is evaluated; null: not yet, or it is disabled. */
  activeSince: nullable(moment()),
  /** The end of the last period on which this version was evaluated; null: on none yet, or it is disabled. */
  evaluatedTo: nullable(moment()),
  /** What keeps it from being evaluated, though its data is there; null: nothing. */
  fault: nullable(
    object({
      since: moment(),
      reason: Type.String(),
      /** On how many of its series it is not evaluated; 0: on none of them is it. */
      series: Type.Integer(),
      /** It failed too often and is tried only now and then; a change of the rule has it tried at once. */
      isSetAside: Type.Boolean(),
    }),
  ),
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

/** What lists of one customer and of all are filtered by. */
export const alertRuleFilter = {
  q: Type.Optional(Type.String({ maxLength: 200, description: 'Part of the name, the metric or the entity' })),
  active: Type.Optional(Type.Boolean({ description: 'Only enabled ones, or only disabled ones' })),
  severity: several(Type.Integer({ minimum: 0, maximum: 3 })),
  state: several(oneOf(ruleStateFilters)),
}

export const listAlertRules = operation({
  summary: 'Alert rules, those that fire first, then by name: all of the customer, or those that cover one entity',
  method: 'GET',
  path: ofCustomer,
  access: environmentAccess,
  query: object({
    ...pageLimit,
    entityId: Type.Optional(uuid()),
    ...alertRuleFilter,
  }),
  listOf: AlertRule,
})

/** What counts are narrowed by, which `Clear filters` leaves as it is. */
export const activeRules = { active: alertRuleFilter.active }
export const RuleCount = object({ all: Type.Integer() })

export const countAlertRules = operation({
  summary: 'How many alert rules there are: of the customer, or those that cover one entity',
  method: 'GET',
  path: `${ofCustomer}/count`,
  access: environmentAccess,
  query: object({ entityId: Type.Optional(uuid()), ...activeRules }),
  result: RuleCount,
})

export const getAlertRule = operation({ summary: 'One alert rule', method: 'GET', path: one, access: environmentAccess, result: AlertRule })

export const createAlertRule = operation({
  summary: 'Create an alert rule for one entity, or for all that match a filter',
  method: 'POST',
  path: ofCustomer,
  access: writing,
  recordsItself: ['alert-rule.created'],
  body: NewAlertRule,
  result: AlertRule,
})

export const changeAlertRule = operation({
  summary: 'Change an alert rule; it starts to count again',
  method: 'PUT',
  path: one,
  access: writing,
  recordsItself: ['alert-rule.changed'],
  body: object({ ...NewAlertRule.properties, ...seen }),
  result: AlertRule,
})

export const decideStandardThresholds = operation({
  summary: 'Take the thresholds that the standard of a rule has now, or keep the own ones',
  method: 'POST',
  path: `${one}/standard-thresholds`,
  access: writing,
  recordsItself: ['alert-rule.thresholds-kept'],
  body: object({ take: Type.Boolean({ description: 'False: the own ones stay' }), ...seen }),
  result: AlertRule,
})

export const enableAlertRule = operation({
  summary: 'Enable an alert rule',
  method: 'POST',
  path: `${one}/enable`,
  access: writing,
  recordsItself: ['alert-rule.enabled'],
  result: AlertRule,
})

export const disableAlertRule = operation({
  summary: 'Disable an alert rule; an alert that is open stays open',
  method: 'POST',
  path: `${one}/disable`,
  access: writing,
  recordsItself: ['alert-rule.disabled'],
  result: AlertRule,
})

export const deleteAlertRule = operation({
  summary: 'Delete an alert rule; what it has raised is resolved a minute later',
  method: 'DELETE',
  path: one,
  access: writing,
  recordsItself: ['alert-rule.deleted'],
})

export const restoreAlertRule = operation({
  summary: 'Take back a deletion, within 15 minutes of it',
  method: 'POST',
  path: `${one}/restore`,
  access: writing,
  recordsItself: ['alert-rule.restored'],
  result: AlertRule,
})

export const ManyAlertRules = object({
  what: oneOf(['enable', 'disable', 'delete', 'restore'], { description: '`restore` takes back a deletion, within 15 minutes of it' }),
  alertRuleIds: Type.Array(uuid(), { minItems: 1, maxItems: 100 }),
})
export type ManyAlertRules = Static<typeof ManyAlertRules>

export const changeManyAlertRules = operation({
  summary: 'Enable, disable, delete or restore many alert rules, each by the rules of a single change',
  method: 'PUT',
  path: `${ofCustomer}/bulk`,
  access: writing,
  recordsItself: ['alert-rule.enabled', 'alert-rule.disabled', 'alert-rule.deleted', 'alert-rule.restored', 'alert-rule.changed'],
  takesIdempotencyKey: true,
  body: ManyAlertRules,
  result: ManyOutcome,
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
