// One file of the build, fetched when an incident is first shown.
export { translateFinding, writeRuleFinding } from '@vakt/domain/alert-rules/rule-finding.ts'
export { writeValue } from '@vakt/domain/metrics/write-value.ts'
export { metricName } from '@vakt/domain/readable-names/metric-names.ts'
