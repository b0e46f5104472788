import type { NewAlertRule } from '@vakt/contract/alert-rules/alert-rule-content.ts'

/** What a suggested rule watches; the interface names it. */
export const suggestionKinds = [
  'cpu',
  'memory-used',
  'memory-free',
  'disk-used',
  'disk-free',
  'certificate',
  'http-errors',
  'response-time',
] as const
export type SuggestionKind = (typeof suggestionKinds)[number]

export type SuggestedRule = Pick<
  NewAlertRule,
  | 'metricName'
  | 'severity'
  | 'aggregation'
  | 'thresholdComparison'
  | 'threshold'
  | 'useCriticalThreshold'
  | 'criticalThreshold'
  | 'alertsBeforeAction'
  | 'autoCloseDelayInSeconds'
> & { kind: SuggestionKind }

type Pattern = Omit<SuggestedRule, 'metricName' | 'kind'> & { metric: RegExp; unit?: RegExp }

const high = (threshold: number, criticalThreshold: number | null, alertsBeforeAction: number) => ({
  severity: 2,
  aggregation: 'avg' as const,
  thresholdComparison: '>' as const,
  threshold,
  useCriticalThreshold: criticalThreshold !== null,
  criticalThreshold,
  alertsBeforeAction,
  autoCloseDelayInSeconds: 900,
})
const low = (threshold: number, criticalThreshold: number, alertsBeforeAction: number) => ({
  ...high(threshold, criticalThreshold, alertsBeforeAction),
  thresholdComparison: '<' as const,
})
const percent = /^(%|percent)$/i

/** By the names that Azure, Prometheus exporters, OpenTelemetry and the agent use. The first that fits names the kind. */
const patterns: Record<SuggestionKind, Pattern> = {
  cpu: { metric: /^(percentage cpu|cpu[ _.]?percent\w*|cpu[ _.]usage|system\.cpu\.percent)$/i, ...high(85, 95, 3) },
  'memory-used': { metric: /^(memory[ _.](percent\w*|usage|used[ _.]percent)|memory percentage)$/i, unit: percent, ...high(90, 97, 3) },
  'memory-free': { metric: /^available memory percentage$/i, ...low(10, 5, 3) },
  'disk-used': { metric: /^(disk[ _.](used[ _.])?percent\w*|disk[ _.]usage|storage[ _]percent)$/i, ...high(85, 95, 2) },
  'disk-free': { metric: /^(disk[ _.]free[ _.]percent\w*|% free space)$/i, ...low(15, 5, 2) },
  certificate: { metric: /^(certificate|ssl|tls)[ _.]\w*days\w*$/i, ...low(30, 7, 1), autoCloseDelayInSeconds: 0 },
  'http-errors': { metric: /^(http[ _]?(server[ _])?(5xx|errors)|http5xx)$/i, ...high(10, null, 2), aggregation: 'sum' },
  'response-time': { metric: /^(http[ _]?response[ _]?time|average[ _]?response[ _]?time)$/i, unit: /^(s|seconds)$/i, ...high(3, null, 3) },
}

/** Rules for metrics that exist and that no rule watches yet, by kind. */
export function suggestRules(
  metrics: readonly { metricName: string; unit: string | null }[],
  watched: ReadonlySet<string>,
): SuggestedRule[] {
  return suggestionKinds.flatMap((kind) => {
    const { metric, unit, ...rule } = patterns[kind]
    const found = metrics.find((one) => metric.test(one.metricName) && (!unit || unit.test(one.unit ?? '')))
    return found && !watched.has(found.metricName) ? [{ kind, metricName: found.metricName, ...rule }] : []
  })
}
