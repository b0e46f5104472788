import type { AlertTarget } from '@vakt/domain/alert-event.ts'
import { hostTarget } from './alert-targets.ts'
import {
  type AzureFacts,
  type Dimension,
  identifyDimensions,
  labelDimensions,
  labelFields,
  noFacts,
  readDimensions,
  resourcesIn,
} from './azure-facts.ts'
import { type Fields, field, isFields, readFields, readList, readText, readTextField, readWebAddress } from './read-field.ts'

const machineDimensions = ['computer', 'host', 'hostname', 'node', 'instance', '_resourceid']
const labelledFields = ['metricName', 'metricNamespace', 'operator', 'threshold', 'timeAggregation', 'metricValue', 'webTestName']

/** Metric alerts, web tests and log alerts of the second version share one shape: a list of criteria. */
export function readCriteria(kind: 'metric' | 'log', context: Fields): AzureFacts {
  const criteria = readList(field(readFields(field(context, 'condition')), 'allOf')).filter(isFields)
  const first = criteria[0] ?? {}
  const dimensions = criteria.flatMap((criterion) => readDimensions(field(criterion, 'dimensions')))
  const webTest = readText(field(first, 'webTestName'))
  return {
    ...noFacts,
    kind: webTest === null ? kind : 'web-test',
    identity: [...identifyDimensions(dimensions), ...(webTest === null ? [] : [webTest])],
    dimensions: [...new Set(dimensions.map(({ name }) => name)), ...(webTest === null ? [] : ['webTestName'])],
    paragraphs: criteria.map(describeCriterion),
    metricName: readTextField(first, 'metricName', 'metricMeasureColumn'),
    labels: { ...labelFields(first, labelledFields), ...labelDimensions(dimensions) },
    closerTargets: machinesIn(dimensions),
    sourceUrl: readWebAddress(field(first, 'linkToFilteredSearchResultsUI')) ?? readWebAddress(field(first, 'linkToSearchResultsUI')),
  }
}

/** The machines that dimensions name: by resource id, or by a name under a known heading. */
export function machinesIn(dimensions: Dimension[]): AlertTarget[] {
  const named = dimensions.filter(({ name }) => machineDimensions.includes(name.toLowerCase()))
  return [...resourcesIn(dimensions), ...named.flatMap(({ value }) => (value.startsWith('/') ? [] : hostTarget(value)))]
}

function describeCriterion(criterion: Fields) {
  const subject = readTextField(criterion, 'metricName', 'metricMeasureColumn', 'searchQuery')
  if (subject === null) return null
  const threshold = readText(field(criterion, 'threshold'))
  const limit = threshold === null ? null : `${readText(field(criterion, 'operator')) ?? ''} ${threshold}`
  const measured = readText(field(criterion, 'metricValue'))
  const value = measured === null ? null : `(value ${measured})`
  return [subject, readText(field(criterion, 'timeAggregation')), limit, value].filter((part) => part !== null).join(' ')
}
