import { resourceTarget, targetsOfLabels } from './alert-targets.ts'
import { type AzureFacts, noFacts } from './azure-facts.ts'
import { type Fields, field, labelOf, readFields, readLabels, readText, textLimits } from './read-field.ts'

/** A rule of Azure's managed Prometheus: its labels tell its alerts apart. */
export function readPrometheusRule(context: Fields): AzureFacts {
  const labels = readLabels(field(context, 'labels'))
  const annotations = readFields(field(context, 'annotations'))
  const texts = ['summary', 'description', 'message'].map((name) => readText(field(annotations, name), textLimits.description))
  const expression = readText(field(context, 'expression'))
  const sorted = Object.entries(labels).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return {
    ...noFacts,
    kind: 'prometheus',
    identity: sorted.flat(),
    rule: labelOf(labels, 'alertname'),
    paragraphs: [
      ...texts,
      expression === null ? null : `${expression} (value ${readText(field(context, 'expressionValue')) ?? 'unknown'})`,
    ],
    metricName: labelOf(labels, '__name__', 'metric'),
    labels,
    closerTargets: targetsOfLabels(labels),
    otherTargets: resourceTarget(readText(field(context, 'ruleGroup'))),
  }
}
