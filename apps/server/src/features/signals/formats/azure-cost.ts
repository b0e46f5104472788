import { resourceTarget } from './alert-targets.ts'
import { type AzureFacts, labelFields, noFacts } from './azure-facts.ts'
import { type Fields, field, readFields, readText, readTextField } from './read-field.ts'

const labelledFields = [
  'BudgetName',
  'BudgetType',
  'ThresholdType',
  'BudgetThreshold',
  'NotificationThresholdAmount',
  'SpentAmount',
  'ForecastedTotalForPeriod',
  'Unit',
  'Scope',
]

/** A budget that is or will be overspent, in the common schema or in its own. It never ends. */
export function readCost(context: Fields): AzureFacts {
  const data = readFields(field(context, 'AlertData') ?? context)
  const scope = readText(field(data, 'Scope'))
  const budget = readTextField(data, 'BudgetName', 'BudgetId')
  const identity = [
    scope?.toLowerCase() ?? null,
    budget,
    readText(field(data, 'ThresholdType')),
    readText(field(data, 'NotificationThresholdAmount')),
  ]
  return {
    ...noFacts,
    kind: 'cost',
    identity: identity.filter((part) => part !== null),
    rule: budget,
    paragraphs: [describeSpending(data)],
    labels: labelFields(data, labelledFields),
    otherTargets: [...resourceTarget(scope), ...subscriptionTarget(data)],
  }
}

function describeSpending(data: Fields) {
  const spent = readTextField(data, 'SpentAmount', 'SpendingAmount')
  const threshold = readTextField(data, 'BudgetThreshold', 'Budget')
  return spent === null || threshold === null ? null : `Spent ${spent} of ${threshold}`
}

function subscriptionTarget(data: Fields) {
  const id = readText(field(data, 'SubscriptionId'))
  return id === null ? [] : resourceTarget(`/subscriptions/${id}`)
}
