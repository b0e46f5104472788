import { readActivityLog } from './azure-activity-log.ts'
import { readCost } from './azure-cost.ts'
import { type AzureFacts, noFacts } from './azure-facts.ts'
import { readResourceHealth, readServiceHealth } from './azure-health.ts'
import { readLogV1 } from './azure-log-v1.ts'
import { readCriteria } from './azure-metric.ts'
import { readPrometheusRule } from './azure-prometheus.ts'
import { readSmartDetection } from './azure-smart-detection.ts'
import { type Fields, field, readFields, readLabels, readList, readText, readTextField, readTime, textLimits } from './read-field.ts'

/** What every Azure alert says, whatever its schema. */
export type AzureAlert = {
  alertId: string | null
  /** The same from the firing of an alert to its end. */
  instanceId: string | null
  /** An end of all that `instanceId` stands for and that has the dimensions which it names. */
  isEndOfNamedDimensions: boolean
  ruleName: string | null
  ruleId: string | null
  severity: string | null
  isResolved: boolean
  targetIds: string[]
  configurationItems: string[]
  firedAt: Date | null
  resolvedAt: Date | null
  description: string | null
  labels: Record<string, string>
  sourceUrl: unknown
  facts: AzureFacts
}

/** An alert of the common schema; null when it names neither a rule, nor an alert, nor a target. */
export function readAzureAlert(essentials: Fields, data: Fields): AzureAlert | null {
  const context = readFields(field(data, 'alertContext'))
  const facts = readFacts(essentials, context)
  const alert = {
    alertId: readTextField(essentials, 'originAlertId', 'alertId'),
    instanceId: readTextField(essentials, 'alertId', 'originAlertId'),
    isEndOfNamedDimensions: false,
    ruleName: readText(field(essentials, 'alertRule')),
    ruleId: readText(field(essentials, 'alertRuleId')),
    severity: readText(field(essentials, 'severity')),
    isResolved: saysResolved(readText(field(essentials, 'monitorCondition'))),
    targetIds: readTexts(field(essentials, 'alertTargetIDs')),
    configurationItems: readTexts(field(essentials, 'configurationItems')),
    firedAt: readTime(field(essentials, 'firedDateTime')),
    resolvedAt: readTime(field(essentials, 'resolvedDateTime')),
    description: readText(field(essentials, 'description'), textLimits.description),
    labels: readAlertLabels(essentials, data, facts.kind === 'metric' || facts.kind === 'log' ? context : {}),
    sourceUrl: field(essentials, 'investigationLink'),
    facts,
  }
  const isNamed = alert.alertId !== null || alert.ruleName !== null || alert.ruleId !== null || alert.targetIds.length > 0
  return isNamed ? alert : null
}

export function saysResolved(condition: string | null): boolean {
  return /^(?:resolved|deactivated|closed)$/i.test(condition ?? '')
}

/** A list of texts; a single text counts as a list of one. */
function readTexts(value: unknown) {
  return (Array.isArray(value) ? readList(value) : [value]).map((item) => readText(item)).filter((text) => text !== null)
}

const labelledEssentials = ['monitoringService', 'signalType', 'severity', 'alertRuleId', 'targetResourceType', 'targetResourceGroup']

/** `properties` are the customer's own only in metric and log alerts; elsewhere they are the event itself. */
function readAlertLabels(essentials: Fields, data: Fields, context: Fields) {
  const labels = labelledEssentials.map((name): [string, unknown] => [name, field(essentials, name)])
  return {
    ...readLabels(Object.fromEntries(labels)),
    ...readLabels(field(context, 'properties')),
    ...readLabels(field(data, 'customProperties')),
  }
}

function readFacts(essentials: Fields, context: Fields): AzureFacts {
  const service = lettersOf(field(essentials, 'monitoringService'))
  const signal = lettersOf(field(essentials, 'signalType'))
  const properties = readFields(field(context, 'properties'))
  const has = (name: string) => readText(field(context, name)) !== null
  if (service === 'servicehealth') return readServiceHealth(context, properties)
  if (service === 'resourcehealth') return readResourceHealth(context, properties)
  if (service === 'costalerts' || has('AlertCategory')) return readCost(context)
  if (service === 'smartdetector' || has('SmartDetectorId')) return readSmartDetection(context)
  if (service === 'prometheus' || has('ruleGroup')) return readPrometheusRule(context)
  if (has('SearchQuery')) return readLogV1(context)
  if (service.startsWith('activitylog') || signal === 'activitylog' || has('operationName')) return readActivityLog(context, properties)
  if (service.startsWith('log') || signal === 'log') return readCriteria('log', context)
  if (service === 'platform' || signal === 'metric' || field(context, 'condition')) return readCriteria('metric', context)
  return noFacts
}

/** Azure writes the same word as `Resource Health` and `ResourceHealth`. */
function lettersOf(value: unknown) {
  return (readText(value) ?? '').toLowerCase().replaceAll(/[^a-z]/g, '')
}
