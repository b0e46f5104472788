import { customerGroups, labelLimits } from '@vakt/contract/customers/of-customers.ts'
import { entityFilter } from '@vakt/contract/entities/entity-list.ts'
import { operation } from '@vakt/contract/operation.ts'
import { moment, nullable, object, oneLine, oneOf, pageLimit, type Static, several, Type } from '@vakt/contract/schema.ts'
import { NewAlertRule, RuleFilter, uuid } from './alert-rule-content.ts'

export const standardLimits = { rules: 20, customersPerCall: 20, standards: 200 } as const

const rule = NewAlertRule.properties

/** A rule of a standard. Its filter is that of the standard, and it is valid until the standard changes. */
export const StandardRuleContent = object({
  name: rule.name,
  description: rule.description,
  severity: rule.severity,
  aggregation: rule.aggregation,
  thresholdComparison: rule.thresholdComparison,
  threshold: rule.threshold,
  useCriticalThreshold: rule.useCriticalThreshold,
  criticalThreshold: rule.criticalThreshold,
  alertsBeforeAction: rule.alertsBeforeAction,
  metricName: rule.metricName,
  autoCloseDelayInSeconds: rule.autoCloseDelayInSeconds,
  missingData: rule.missingData,
  runbookUrl: rule.runbookUrl,
})
export type StandardRuleContent = Static<typeof StandardRuleContent>

const filled = (message: string, maxLength: number) => ({ pattern: '\\S', maxLength, messages: { pattern: message, minLength: message } })

export const NewRuleStandard = object({
  name: oneLine(filled('rule_standard.name_empty', 200)),
  description: Type.String({ maxLength: 10_000, default: '' }),
  filter: RuleFilter,
  allowsThresholdChanges: Type.Boolean({ default: false, description: 'Whether customers may set thresholds of their own' }),
  rules: Type.Array(
    object({
      standardRuleId: Type.Optional(Type.String({ format: 'uuid', description: 'Of a rule that the standard has already' })),
      ...StandardRuleContent.properties,
    }),
    { minItems: 1, maxItems: standardLimits.rules, messages: { minItems: 'rule_standard.rules_empty' } },
  ),
  /** Groups of customers that follow it: also those that join one later, and no longer those that leave. What is left out stays. */
  groups: Type.Optional(customerGroups()),
})
export type NewRuleStandard = Static<typeof NewRuleStandard>

export const RuleStandard = object({
  standardId: Type.String(),
  name: Type.String(),
  description: Type.String(),
  filter: RuleFilter,
  allowsThresholdChanges: Type.Boolean(),
  rules: Type.Array(object({ standardRuleId: Type.String(), ...StandardRuleContent.properties })),
  /** The labels of the groups of customers that follow it. */
  groups: Type.Array(Type.String()),
  /** How many customers follow it, and at how many of them something differs from it. */
  followers: Type.Integer(),
  drifting: Type.Integer(),
  /** The names of the first three of these. */
  driftingAt: Type.Array(Type.String()),
  /**
   * The customers at which it was applied or stopped last, of whom each is a job: what is neither applied nor failed is still to come. Where it
   * failed stays until it is tried again. Null: none.
   */
  application: nullable(
    object({
      /** Whether it is stopped at all of them. */
      isStopping: Type.Boolean(),
      wanted: Type.Integer(),
      /** Where it is done. */
      applied: Type.Integer(),
      failed: Type.Array(
        object({
          customerId: Type.String(),
          name: Type.String(),
          /** Whether it was to be stopped there. */
          isStopping: Type.Boolean(),
          reason: Type.String(),
          reasonKey: nullable(Type.String()),
        }),
      ),
    }),
  ),
  modifiedAt: moment(),
  modifiedBy: Type.String(),
  version: Type.Integer(),
})
export type RuleStandard = Static<typeof RuleStandard>

/**
 * Of one rule at one customer: `adjusted` has thresholds of its own, which the standard allows; `outdated` is as it was applied, but the
 * standard has changed since.
 */
export const standardRuleStates = ['same', 'adjusted', 'changed', 'outdated', 'missing'] as const
export type StandardRuleState = (typeof standardRuleStates)[number]

export const StandardFollower = object({
  customerId: Type.String(),
  name: Type.String(),
  /** Through which group of the standard it follows it, or would; null: it was chosen by itself. */
  group: nullable(Type.String()),
  /** Its resources that no rule of the standard covers. */
  excluded: Type.Array(object({ entityId: Type.String(), name: Type.String() })),
  appliedAt: moment(),
  appliedBy: Type.String(),
  isDrifting: Type.Boolean(),
  rules: Type.Array(
    object({
      standardRuleId: Type.String(),
      name: Type.String(),
      alertRuleId: nullable(Type.String()),
      state: oneOf(standardRuleStates),
      /** What differs from the standard. */
      fields: Type.Array(object({ name: Type.String(), standard: Type.Unknown(), here: Type.Unknown() })),
    }),
  ),
})
export type StandardFollower = Static<typeof StandardFollower>

const all = '/admin/rule-standard' as const
const one = `${all}/:standardId` as const
const access = 'global-admin' as const
const customerIds = Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
  minItems: 1,
  maxItems: standardLimits.customersPerCall,
  uniqueItems: true,
})

export const listRuleStandards = operation({
  summary: 'Standards of alert rules, by name, with how many customers follow each and where it differs',
  method: 'GET',
  path: all,
  access,
  query: object({ ...pageLimit, q: Type.Optional(Type.String({ maxLength: 200, description: 'Part of the name' })) }),
  listOf: RuleStandard,
})

export const getRuleStandard = operation({ summary: 'One standard with its rules', method: 'GET', path: one, access, result: RuleStandard })

const customersNamed = object({ customers: Type.Integer(), names: Type.Array(Type.String(), { description: 'Of the first five' }) })

/** What a standard would cover now at all customers, or those in its groups, and what there is to choose from. */
const StandardCover = object({
  entities: Type.Integer(),
  customers: Type.Integer(),
  types: Type.Array(object({ type: Type.String(), entities: Type.Integer({ description: 'Of all customers, whatever the filter' }) })),
  metrics: Type.Array(
    object({
      metricName: Type.String(),
      unit: nullable(Type.String()),
      entities: Type.Integer({ description: 'Of the first 2,000 that match' }),
    }),
  ),
  /** What saving it with these groups does: where it is applied, and where it is stopped. Null: no groups were asked about. */
  groups: nullable(object({ joining: customersNamed, leaving: customersNamed })),
})
export type StandardCover = Static<typeof StandardCover>

export const getStandardCover = operation({
  summary: 'How many resources a standard with this filter would cover now and at how many customers, with the types and metrics there are',
  method: 'GET',
  path: '/admin/rule-standard-cover',
  access,
  query: object({
    ...{ type: entityFilter.type, resourceGroup: entityFilter.resourceGroup, tag: entityFilter.tag },
    group: several(Type.String({ minLength: 1, maxLength: labelLimits.length, description: 'The label of a group of customers' })),
    standardId: Type.Optional(
      Type.String({ format: 'uuid', description: 'The standard that is to be for these groups; absent: a new one' }),
    ),
  }),
  result: StandardCover,
})

export const createRuleStandard = operation({
  summary: 'Create a standard; the customers in its groups follow it, in the background',
  method: 'POST',
  path: all,
  access,
  announces: { content: ['rule-standards'], to: 'staff' },
  recordsItself: ['rule-standard.created'],
  body: NewRuleStandard,
  result: RuleStandard,
})

export const changeRuleStandard = operation({
  summary:
    'Change a standard; customers keep the rules as they are until it is applied again. Who is in a new group follows it, who is in none no longer',
  method: 'PUT',
  path: one,
  access,
  announces: { content: ['rule-standards'], to: 'staff' },
  recordsItself: ['rule-standard.changed'],
  body: object({ ...NewRuleStandard.properties, version: Type.Integer({ description: 'The version that the user saw; else 409' }) }),
  result: RuleStandard,
})

export const deleteRuleStandard = operation({
  summary: 'Delete a standard that no customer follows',
  method: 'DELETE',
  path: one,
  access,
  announces: { content: ['rule-standards'], to: 'staff' },
  recordsItself: ['rule-standard.deleted'],
})

export const listStandardFollowers = operation({
  summary: 'The customers that follow a standard, by name, with what differs at each',
  method: 'GET',
  path: `${one}/customer`,
  access,
  query: object({ ...pageLimit, drifting: Type.Optional(Type.Boolean({ description: 'Only those where something differs' })) }),
  listOf: StandardFollower,
})

export const applyRuleStandard = operation({
  summary: 'Apply a standard to customers, each in the background: they follow it from then on, and its rules are made what it says',
  method: 'POST',
  path: `${one}/apply`,
  access,
  announces: { content: ['rule-standards'], to: 'staff' },
  recordsItself: ['rule-standard.applied'],
  body: object({ customerIds }),
})

export const stopRuleStandard = operation({
  summary: 'Stop a standard at customers, each in the background: they no longer follow it, and the rules that it made there are deleted',
  method: 'POST',
  path: `${one}/stop`,
  access,
  announces: { content: ['rule-standards'], to: 'staff' },
  recordsItself: ['rule-standard.stopped'],
  body: object({ customerIds }),
})

export const excludeFromRuleStandard = operation({
  summary: 'Choose the resources of a customer that no rule of a standard covers, and apply it in the background',
  method: 'PUT',
  path: `${one}/exclusion`,
  access,
  announces: { content: ['rule-standards'], to: 'staff' },
  recordsItself: ['rule-standard.applied'],
  body: object({
    customerId: Type.String({ minLength: 1, maxLength: 200 }),
    excludedEntityIds: Type.Array(uuid(), { maxItems: 500, uniqueItems: true }),
  }),
})
