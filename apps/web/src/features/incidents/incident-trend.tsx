import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { severities } from '@vakt/contract/severity.ts'
import { useMemo } from 'react'
import { useFormat } from '#web/platform/format.ts'
import { useTexts } from '#web/platform/texts.ts'
import { noIncidentsTexts } from '#web/shared/severity/no-incidents.texts.ts'
import { severityTexts } from '#web/shared/severity/severity.texts.ts'
import { SeverityMark, SeverityShape } from '#web/shared/severity/severity-mark.tsx'
import { type BarSeries, StackedBars } from '#web/ui/chart/stacked-bars.tsx'
import { ErrorState } from '#web/ui/page/error-state.tsx'
import styles from './dashboard-page.module.css'
import { incidentTrendQuery } from './incident-queries.ts'
import { incidentTexts } from './incidents.texts.ts'
import { trendTexts } from './trend.texts.ts'
import { TrendSummary } from './trend-summary.tsx'

export function IncidentTrend({ customerId }: { customerId: string }) {
  const words = useTexts(incidentTexts)
  const trendWords = useTexts(trendTexts)
  const levels = useTexts(severityTexts)
  const { noIncidents } = useTexts(noIncidentsTexts)
  const format = useFormat()
  const navigate = useNavigate()
  const trend = useQuery(incidentTrendQuery(customerId, format.timeZone))
  const days = trend.data?.days
  const bars = useMemo(
    () =>
      days?.map(({ date, counts }, index) => ({
        key: date,
        label: format.day(date),
        axisLabel: index === days.length - 1 ? trendWords.today : format.day(date),
        values: severities.map((severity) => counts[severity]),
      })),
    [days, format, trendWords],
  )
  const series = useMemo(
    () =>
      severities.map(
        (severity): BarSeries => ({
          key: severity,
          label: levels[severity],
          color: `--vakt-bar-${severity}`,
          mark: <SeverityShape level={severity} />,
        }),
      ),
    [levels],
  )
  const legend = severities.map((severity) => (
    <SeverityMark
      key={severity}
      level={severity}
      label={levels.counted(severity, days?.reduce((sum, { counts }) => sum + counts[severity], 0) ?? 0)}
    />
  ))
  return (
    <section className={styles.trend} aria-labelledby="incident-trend">
      <div className={styles.sectionHead}>
        <h2 id="incident-trend" className={styles.sectionTitle}>
          {words.trend}
        </h2>
      </div>
      {trend.data ? <TrendSummary trend={trend.data} /> : null}
      {bars ? (
        <StackedBars
          label={words.trend}
          series={series}
          bars={bars}
          barsLabel={trendWords.day}
          currentKey={bars.at(-1)?.key ?? ''}
          nothing={noIncidents}
          legend={legend}
          onChoose={(date) =>
            void navigate({
              to: '/incidents/$customerId',
              params: { customerId },
              search: { from: date, to: date, state: ['open', 'acknowledged', 'resolved'] },
            })
          }
        />
      ) : (
        <div className={styles.trendSpace}>
          {trend.isError ? <ErrorState title={words.trendFailed} error={trend.error} onRetry={() => void trend.refetch()} /> : null}
        </div>
      )}
    </section>
  )
}
