import { useQuery } from '@tanstack/react-query'
import { environmentAccess, overviewAccess } from '@vakt/contract/features.ts'
import type { EntityMetric } from '@vakt/contract/metrics.ts'
import { useMemo } from 'react'
import { useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { severityTexts } from '#web/shared/severity/severity.texts.ts'
import type { Band, Threshold } from '#web/ui/chart/line-marks.tsx'
import { incidentsBesideQuery, rulesOfMetricQuery } from './metric-queries.ts'

/** The incidents of a resource, for users who may see them. */
export function useIncidentBands(customerId: string, entityId: string): Band[] {
  const { can } = useShownCustomer()
  const incidents = useQuery({ ...incidentsBesideQuery(customerId, entityId), enabled: can(overviewAccess) }).data
  return useMemo(
    () =>
      (incidents ?? []).map(({ incidentId, title, openedAt, resolvedAt }) => ({
        key: incidentId,
        kind: 'incident',
        label: title,
        from: Date.parse(openedAt),
        to: resolvedAt ? Date.parse(resolvedAt) : null,
      })),
    [incidents],
  )
}

const ruleSeverities = ['low', 'medium', 'high', 'critical'] as const

/** Of the rules that compare what the chart draws: a sum over five minutes, say, has another scale. */
export function useThresholds(customerId: string, entityId: string, { metric, kind }: EntityMetric): Threshold[] {
  const { can, isLimited } = useShownCustomer()
  const mayRead = can(environmentAccess) && !isLimited
  const severities = useTexts(severityTexts)
  const rules = useQuery({ ...rulesOfMetricQuery(customerId, entityId, metric), enabled: mayRead }).data
  return useMemo(
    () =>
      (rules ?? [])
        .filter(({ aggregation }) => aggregation === 'avg' || (kind === 'gauge' && aggregation !== 'sum'))
        .flatMap(({ alertRuleId, severity, threshold, useCriticalThreshold, criticalThreshold }): Threshold[] => {
          const level = ruleSeverities[severity] ?? 'low'
          return [
            { key: alertRuleId, level: level === 'critical' ? 'critical' : 'warning', label: severities[level], value: threshold },
            ...(useCriticalThreshold && criticalThreshold !== null
              ? [{ key: `${alertRuleId} critical`, level: 'critical' as const, value: criticalThreshold }]
              : []),
          ]
        }),
    [rules, kind, severities],
  )
}
