import type { NewAlertRule } from '@vakt/contract/alert-rules/alert-rule-content.ts'
import type { AlertRule } from '@vakt/contract/alert-rules/alert-rules.ts'
import { bucketEnd, bucketStart } from '@vakt/domain/metrics/bucket.ts'
import type { AlertRuleRow } from './alert-rule-table.ts'

const iso = (moment: Date | null) => moment?.toISOString() ?? null

function presentFault(fault: AlertRuleRow['fault']): AlertRule['fault'] {
  if (!fault) return null
  const { fromSlot, ...rest } = fault
  return { ...rest, since: new Date(bucketStart(fromSlot)).toISOString() }
}

export function presentRule({ deletedAt: _, nameKey: __, ...row }: AlertRuleRow): AlertRule {
  return {
    ...row,
    valid_from_dt: iso(row.valid_from_dt),
    valid_to_dt: iso(row.valid_to_dt),
    activeSince: iso(row.activeSince),
    evaluatedTo: row.evaluatedTo === null ? null : new Date(bucketEnd(row.evaluatedTo)).toISOString(),
    fault: presentFault(row.fault),
    lastFiredAt: iso(row.lastFiredAt),
    createdAt: row.createdAt.toISOString(),
    modifiedAt: row.modifiedAt.toISOString(),
  }
}

/** What of a rule its user decides. */
export function contentOf(row: AlertRuleRow): NewAlertRule {
  const { name, description, severity, aggregation, thresholdComparison, threshold, useCriticalThreshold, criticalThreshold } = row
  const { alertsBeforeAction, metricName, dependsOnMetrics, autoCloseDelayInSeconds, missingData, enabled, runbookUrl } = row
  const { entityId, filter, excludedEntityIds } = row
  return {
    ...{ name, description, severity, aggregation, thresholdComparison, threshold, useCriticalThreshold, criticalThreshold },
    ...{ alertsBeforeAction, metricName, dependsOnMetrics, autoCloseDelayInSeconds, missingData },
    valid_from_dt: iso(row.valid_from_dt),
    valid_to_dt: iso(row.valid_to_dt),
    ...{ enabled, runbookUrl, entityId, filter, excludedEntityIds },
  }
}
