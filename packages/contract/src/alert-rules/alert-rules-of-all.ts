import { customer, ofCustomers } from '@vakt/contract/customers/of-customers.ts'
import { operation } from '@vakt/contract/operation.ts'
import { object, pageLimit, type Static } from '@vakt/contract/schema.ts'
import { AlertRule, activeRules, alertRuleFilter, RuleCount } from './alert-rules.ts'

/** An alert rule among those of all customers. */
const AlertRuleOfCustomer = object({ ...AlertRule.properties, customer })
export type AlertRuleOfCustomer = Static<typeof AlertRuleOfCustomer>

export const listAlertRulesOfAllCustomers = operation({
  summary: 'The alert rules of all customers, those that fire first, then by name; for the provider',
  method: 'GET',
  path: '/alert-rule',
  access: { staff: ['@feature.myenvironment.read'] },
  query: object({ ...pageLimit, ...alertRuleFilter, customer: ofCustomers }),
  listOf: AlertRuleOfCustomer,
})

export const countAlertRulesOfAllCustomers = operation({
  summary: 'How many alert rules all customers have; for the provider',
  method: 'GET',
  path: '/alert-rule/count',
  access: { staff: ['@feature.myenvironment.read'] },
  query: object(activeRules),
  result: RuleCount,
})
