import { hostTarget, resourceTarget } from './alert-targets.ts'
import { type AzureFacts, labelFields, noFacts } from './azure-facts.ts'
import { type Fields, field, readFields, readText, readTextField, textLimits } from './read-field.ts'

const labelledFields = ['operationName', 'status', 'subStatus', 'level', 'caller', 'eventSource']
const labelledProperties = [
  'category',
  'threatID',
  'threatStatus',
  'actionTaken',
  'compromisedEntity',
  'oldInstancesCount',
  'newInstancesCount',
]

/** Administrative, policy, autoscale and security events. They never end: Azure only says that they happened. */
export function readActivityLog(context: Fields, properties: Fields): AzureFacts {
  const operation = readText(field(context, 'operationName'))
  const threat = readTextField(properties, 'alertName', 'threatID', 'category')
  const entity = readText(field(properties, 'compromisedEntity'))
  const scope = readText(field(readFields(field(context, 'authorization')), 'scope'))
  return {
    ...noFacts,
    kind: 'activity',
    identity: [operation, threat, entity].filter((part) => part !== null).map((part) => part.toLowerCase()),
    rule: operation,
    paragraphs: [...describeEvent(context, properties), describeOperation(context, operation)],
    labels: { ...labelFields(context, labelledFields), ...labelFields(properties, labelledProperties) },
    closerTargets: [...resourceTarget(entity), ...hostTarget(entity)],
    otherTargets: [scope, readText(field(properties, 'resourceName')), readText(field(properties, 'entity'))].flatMap(resourceTarget),
  }
}

function describeEvent(context: Fields, properties: Fields) {
  const texts = [field(context, 'Activity Log Event Description'), field(context, 'description'), field(properties, 'description')]
  return texts.map((text) => readText(text, textLimits.description))
}

function describeOperation(context: Fields, operation: string | null) {
  const status = readText(field(context, 'status'))
  return operation === null || status === null ? operation : `${operation}: ${status}`
}
