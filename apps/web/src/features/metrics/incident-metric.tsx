import { useQuery } from '@tanstack/react-query'
import type { AlertDetails } from '@vakt/contract/alerts/alerts.ts'
import { metricAccess } from '@vakt/contract/features.ts'
import type { MetricTrend } from '@vakt/contract/metrics.ts'
import { useMemo } from 'react'
import { serverNow } from '#web/platform/server-clock.ts'
import { useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { useMetricWords } from '#web/shared/incidents/incident-words.ts'
import { metricPath } from '#web/shared/links/paths.ts'
import { metricTrendsQuery } from '#web/shared/metrics/metric-trend-queries.ts'
import { unitOfLine } from '#web/shared/metrics/metric-unit.ts'
import { severityTexts } from '#web/shared/severity/severity.texts.ts'
import { LineChart } from '#web/ui/chart/line-chart.tsx'
import { PlainLink } from '#web/ui/controls/plain-link.tsx'
import { Section } from '#web/ui/page/detail-page.tsx'
import { RefreshFailed } from '#web/ui/page/error-state.tsx'
import { limitOfAlert, seriesOfAlert, spanAround } from './incident-metric-data.ts'
import { dimensionsText } from './metric-dimensions.ts'
import { linesOf } from './metric-lines.ts'
import { alertWithMetricQuery, metricSpanQuery } from './metric-queries.ts'
import styles from './metrics.module.css'
import { metricTexts } from './metrics.texts.ts'
import { useThresholds } from './use-chart-marks.ts'

type IncidentOfMetric = { incidentId: string; openedAt: string; resolvedAt: string | null }
type IncidentMetricProps = { customerId: string; entityId: string; incident: IncidentOfMetric }

/** The metric that an incident is about, around its start. Renders nothing where no such metric is kept, or the user may not see it. */
export function IncidentMetric(props: IncidentMetricProps) {
  const { customerId, entityId, incident } = props
  const { can } = useShownCustomer()
  const alert = useQuery({ ...alertWithMetricQuery(customerId, incident.incidentId), enabled: can(metricAccess) }).data
  const metric = alert?.entity?.entityId === entityId ? alert.metricName : null
  const trends = useQuery({ ...metricTrendsQuery(customerId, entityId, metric), enabled: metric !== null }).data
  const series = alert && metric && trends ? seriesOfAlert(trends, alert) : undefined
  return alert && series ? <MetricAround {...props} alert={alert} series={series} /> : null
}

function MetricAround({
  customerId,
  entityId,
  incident,
  alert,
  series,
}: IncidentMetricProps & { alert: AlertDetails; series: MetricTrend }) {
  const words = useTexts(metricTexts)
  const severities = useTexts(severityTexts)
  const { nameOf } = useMetricWords()
  const { span, isLive } = spanAround(incident, serverNow())
  const values = useQuery(metricSpanQuery(customerId, series.seriesId, span, isLive))
  const name = nameOf(series.metric)
  const lines = useMemo(() => linesOf(values.data, name, words), [values.data, name, words])
  const ofRules = useThresholds(customerId, entityId, series)
  const limit = limitOfAlert(alert)
  // The threshold that fired, and no other. Where the source does not say it, those of the rules on the metric.
  const thresholds = useMemo(
    () =>
      limit === null
        ? ofRules
        : [
            {
              key: 'limit',
              level: alert.severity === 'critical' ? ('critical' as const) : ('warning' as const),
              label: severities[alert.severity],
              value: limit,
            },
          ],
    [limit, ofRules, alert.severity, severities],
  )
  const { openedAt, resolvedAt, incidentId } = incident
  const { unit, suffix } = unitOfLine(series)
  if (!values.data || values.data.at.length === 0) return null
  return (
    <Section title={words.around}>
      {values.isRefetchError ? <RefreshFailed onRetry={() => void values.refetch()} /> : null}
      <p className={styles.aroundHead}>
        <PlainLink href={metricPath(customerId, entityId, series.seriesId)}>
          <bdi title={series.metric}>{name}</bdi>
        </PlainLink>{' '}
        <bdi className={styles.dim}>{[dimensionsText(series), suffix && words.otherUnit(suffix)].filter(Boolean).join(' · ')}</bdi>
      </p>
      <LineChart
        label={nameOf(series.metric)}
        unit={unit}
        span={span}
        stepMs={values.data.stepSeconds * 1000}
        series={lines}
        thresholds={thresholds}
        bands={[
          {
            key: incidentId,
            kind: 'incident',
            label: words.thisIncident,
            from: Date.parse(openedAt),
            to: resolvedAt ? Date.parse(resolvedAt) : null,
          },
        ]}
        height={180}
      />
      <p className={styles.dim}>{words.pointsStart(values.data.stepSeconds / 60)}</p>
    </Section>
  )
}
