import { hostTarget, resourceTarget } from './alert-targets.ts'
import { type AzureFacts, identifyDimensions, labelDimensions, labelFields, noFacts, readDimensions } from './azure-facts.ts'
import { machinesIn } from './azure-metric.ts'
import { type Fields, field, isFields, readFields, readList, readText, readTextField, readWebAddress, textLimits } from './read-field.ts'

const labelledFields = ['AlertType', 'Operator', 'Threshold', 'ResultCount', 'WorkspaceId', 'ApplicationId', 'SeverityDescription']

/** A log alert of the first version, in the common schema or, with the same field names, in its own. */
export function readLogV1(context: Fields): AzureFacts {
  const dimensions = readDimensions(field(context, 'Dimensions'))
  const affected = readList(field(context, 'AffectedConfigurationItems')).map((item) => readText(item))
  return {
    ...noFacts,
    kind: 'log',
    identity: identifyDimensions(dimensions),
    paragraphs: [describeQuery(context)],
    metricName: null,
    labels: { ...labelFields(context, labelledFields), ...labelDimensions(dimensions) },
    closerTargets: [
      ...machinesIn(dimensions),
      ...(affected.length === 1 ? affected.flatMap((item) => [...resourceTarget(item), ...hostTarget(item)]) : []),
    ],
    otherTargets: [...affected.flatMap(resourceTarget), ...dataSources(context).flatMap(resourceTarget)],
    sourceUrl: readWebAddress(readTextField(context, 'LinkToFilteredSearchResultsUI', 'LinkToSearchResults')),
  }
}

function describeQuery(context: Fields) {
  const query = readText(field(context, 'SearchQuery'), textLimits.description)
  const count = readText(field(context, 'ResultCount'))
  return joinKnown([query, count === null ? null : `(${count} results)`])
}

function joinKnown(parts: (string | null)[]) {
  return parts.filter((part) => part !== null).join(' ') || null
}

function dataSources(context: Fields) {
  const results = readFields(field(context, 'SearchResults'))
  return readList(field(results, 'dataSources'))
    .filter(isFields)
    .map((source) => readText(field(source, 'resourceId')))
}
