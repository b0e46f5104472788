import { readActivityLog } from './azure-activity-log.ts'
import { type AzureAlert, saysResolved } from './azure-alert.ts'
import { readCost } from './azure-cost.ts'
import { type AzureFacts, noFacts } from './azure-facts.ts'
import { readResourceHealth, readServiceHealth } from './azure-health.ts'
import { readLogV1 } from './azure-log-v1.ts'
import { readCriteria } from './azure-metric.ts'
import { type Fields, field, isFields, readFields, readLabels, readText, readTextField, readTime, textLimits } from './read-field.ts'

/** The shapes that Azure sends where the common schema is switched off; null for what is none of them. */
export function readClassicAlert(body: Fields): AzureAlert | null {
  const data = readFields(field(body, 'data') ?? body)
  const context = field(data, 'context')
  if (isFields(context)) {
    const event = field(context, 'activityLog')
    if (isFields(event)) return readClassicActivityLog(event, data)
    return isFields(field(context, 'condition')) ? readClassicMetric(context, data) : null
  }
  if (readText(field(data, 'SearchQuery')) !== null) return readClassicLog(data)
  return readText(field(data, 'BudgetName')) === null ? null : readClassicBudget(data)
}

const nothingKnown: AzureAlert = {
  alertId: null,
  instanceId: null,
  isEndOfNamedDimensions: false,
  ruleName: null,
  ruleId: null,
  severity: null,
  isResolved: false,
  targetIds: [],
  configurationItems: [],
  firedAt: null,
  resolvedAt: null,
  description: null,
  labels: {},
  sourceUrl: null,
  facts: noFacts,
}

/** `AzureMonitorMetricAlert`, and the metric alerts before it, whose criterion is the condition itself. */
function readClassicMetric(context: Fields, data: Fields): AzureAlert {
  const condition = readFields(field(context, 'condition'))
  const criteria = Array.isArray(field(condition, 'allOf')) ? context : { condition: { allOf: [condition] } }
  const isResolved = saysResolved(readText(field(data, 'status')))
  const toldAt = readTime(field(context, 'timestamp'))
  const facts = readCriteria('metric', criteria)
  const [ruleName, ruleId, resourceId] = ['name', 'id', 'resourceId'].map((name) => readText(field(context, name)))
  const rule = ruleId ?? ruleName
  return {
    ...nothingKnown,
    // There is no id of the alert: an end is one of what the rule says of the resource, as far as the dimensions that it names go.
    instanceId: rule && resourceId ? `${rule} of ${resourceId}` : null,
    isEndOfNamedDimensions: isResolved,
    ruleName: ruleName ?? null,
    ruleId: ruleId ?? null,
    severity: readText(field(context, 'severity')),
    isResolved,
    targetIds: listTexts([resourceId]),
    configurationItems: listTexts([field(context, 'resourceName')]),
    firedAt: isResolved ? null : toldAt,
    resolvedAt: isResolved ? toldAt : null,
    description: readText(field(context, 'description'), textLimits.description),
    labels: readLabels(field(data, 'properties')),
    sourceUrl: field(context, 'portalLink'),
    facts,
  }
}

function readClassicActivityLog(event: Fields, data: Fields): AzureAlert {
  return {
    ...nothingKnown,
    ruleName: readTextField(readFields(field(data, 'properties')), 'alertRule', 'ruleName'),
    severity: readText(field(event, 'level')),
    targetIds: listTexts([field(event, 'resourceId')]),
    firedAt: readTime(field(event, 'eventTimestamp')) ?? readTime(field(event, 'submissionTimestamp')),
    labels: readLabels(field(data, 'properties')),
    facts: readEventFacts(event),
  }
}

function readEventFacts(event: Fields): AzureFacts {
  const properties = readFields(field(event, 'properties'))
  const source = (readText(field(event, 'eventSource')) ?? '').toLowerCase()
  if (source === 'servicehealth' || readText(field(properties, 'trackingId')) !== null) return readServiceHealth(event, properties)
  if (source === 'resourcehealth' || readText(field(properties, 'currentHealthStatus')) !== null)
    return readResourceHealth(event, properties)
  return readActivityLog(event, properties)
}

function readClassicLog(data: Fields): AzureAlert {
  return {
    ...nothingKnown,
    ruleName: readText(field(data, 'AlertRuleName')),
    severity: readText(field(data, 'Severity')),
    targetIds: listTexts([field(data, 'ResourceId')]),
    firedAt: readTime(field(data, 'SearchIntervalEndtimeUtc')),
    description: readText(field(data, 'Description'), textLimits.description),
    facts: readLogV1(data),
  }
}

function readClassicBudget(data: Fields): AzureAlert {
  return { ...nothingKnown, ruleName: readText(field(data, 'BudgetName')), facts: readCost(data) }
}

function listTexts(values: unknown[]) {
  return values.map((value) => readText(value)).filter((text) => text !== null)
}
