import type { FoundEvent } from '@vakt/contract/agents/agent-configurations.ts'
import type { Severity } from '@vakt/contract/severity.ts'
import { readRuleFinding, writeRuleFinding } from '@vakt/domain/alert-rules/rule-finding.ts'
import { bucketEnd } from '@vakt/domain/metrics/bucket.ts'
import { writeValue } from '@vakt/domain/metrics/write-value.ts'
import type { ReceivedEvent } from '#server/features/incidents/intake/intake-ledger.ts'
import { writeEntries } from './logged-entries.ts'
import type { EvaluatedRule } from './rule-evaluation-table.ts'
import type { WatchedSeries } from './watched-series.ts'

export const ruleSource = 'alert-rule'

const severities = ['low', 'medium', 'high', 'critical'] as const

/** Of an alert that a rule raises: `critical` beyond its critical threshold. */
export const severityOf = (rule: EvaluatedRule, firing: 'yes' | 'critical'): Severity =>
  firing === 'critical' ? 'critical' : (severities[rule.severity] ?? 'low')

export const fingerprintOf = ({ ruleId, seriesNo }: { ruleId: string; seriesNo: number }): string => `${ruleId}/${seriesNo}`

const written = (value: number) => String(Number(value.toPrecision(6)))
const maxShownValues = 12
const maxLabels = 30

/** The values of the evaluated buckets that have one, the latest last. */
type Measured = { values: number[] }

const describe = ({ values }: Measured) => values.slice(-maxShownValues).map(written).join(' · ')

/** The threshold that an alert of this severity is beyond. */
const limitOf = (rule: EvaluatedRule, severity: Severity): number =>
  severity === 'critical' && rule.criticalThreshold !== null ? rule.criticalThreshold : rule.threshold

function labelsOf({ rule, series }: WatchedSeries, { values }: Measured, severity: Severity): Record<string, string> {
  const value = values.at(-1)
  const limit = limitOf(rule, severity)
  const own = Object.fromEntries(Object.entries(series.labels).slice(0, maxLabels))
  return {
    ...own,
    alert_rule_id: rule.ruleId,
    aggregation: rule.aggregation,
    operator: rule.thresholdComparison,
    threshold: String(limit),
    threshold_with_unit: writeValue(limit, rule.metricName, series.unit),
    ...(series.unit ? { metric_unit: series.unit } : {}),
    ...(value === undefined ? {} : { metricValue: written(value), value_with_unit: writeValue(value, rule.metricName, series.unit) }),
    ...(rule.runbookUrl ? { runbook_url: rule.runbookUrl } : {}),
  }
}

type Told = {
  watched: WatchedSeries
  measured: Measured
  at: Date | null
  now: Date
  customerId: string
  /** Of an event log; see `readLoggedEntries`. */
  entries: readonly FoundEvent[]
}

function eventOf({ watched, measured, now, customerId, entries }: Told, severity: Severity) {
  const { rule, series, entity } = watched
  const labels = labelsOf(watched, measured, severity)
  const finding = readRuleFinding({ source: ruleSource, metricName: rule.metricName, targetName: entity.name, labels })
  const event = {
    source: ruleSource,
    fingerprint: fingerprintOf({ ruleId: rule.ruleId, seriesNo: series.seriesNo }),
    isEvaluatedHere: true as const,
    name: rule.name,
    rule: rule.name,
    // Its first line is the title of the alert.
    description: [finding && writeRuleFinding(finding, 'en'), rule.description, writeEntries(entries)].filter(Boolean).join('\n\n'),
    severity,
    metricName: rule.metricName,
    targets: [],
    targetName: entity.name,
    labels,
    sourceUrl: null,
  }
  const match = { entityId: entity.entityId, customerId, name: entity.name, by: 'alert-rule' as const }
  return { event, receivedAt: now, match }
}

/** `at` is null where the moment at which it fired lies in the past: then it fires now. */
export function firingEvent(told: Told, severity: Severity, inhibited: { by: string } | null): ReceivedEvent {
  const { event, ...received } = eventOf(told, severity)
  const { rule } = told.watched
  const details = {
    alertRuleId: rule.ruleId,
    rule: rule.name,
    condition: `${rule.aggregation} ${rule.metricName} ${rule.thresholdComparison} ${rule.threshold}`,
    values: describe(told.measured),
  }
  const held = inhibited ? [{ step: 'rule-was-inhibited', details: { rule: inhibited.by } }] : []
  return {
    ...received,
    event: { ...event, state: 'firing', startedAt: told.at, endedAt: null },
    evidence: [{ step: 'rule-violated', details }, ...held],
  }
}

/** Why an alert of a rule ends: `healthy`, or nothing evaluates it any more. */
export type EndReason = 'healthy' | 'deleted' | 'not-covered' | 'stale'

export function resolvedEvent(told: Told, severity: Severity, reason: EndReason): ReceivedEvent {
  const { event, ...received } = eventOf(told, severity)
  const details = { rule: told.watched.rule.name, values: describe(told.measured) }
  const step = reason === 'healthy' ? 'rule-recovered' : `rule-ended-${reason}`
  return { ...received, event: { ...event, state: 'resolved', startedAt: null, endedAt: told.at }, evidence: [{ step, details }] }
}

/** The end of an alert whose rule or series is gone, of which only the fingerprint is known. */
export function forgottenEvent(of: { ruleId: string; seriesNo: number }, severity: Severity, reason: EndReason, now: Date): ReceivedEvent {
  const event = {
    source: ruleSource,
    fingerprint: fingerprintOf(of),
    isEvaluatedHere: true as const,
    state: 'resolved' as const,
    startedAt: null,
    endedAt: null,
    name: '',
    rule: '',
    description: '',
    severity,
    metricName: null,
    targets: [],
    targetName: null,
    labels: {},
    sourceUrl: null,
  }
  return { event, receivedAt: now, match: null, evidence: [{ step: `rule-ended-${reason}`, details: {} }] }
}

export const endOf = (slot: number): Date => new Date(bucketEnd(slot))
