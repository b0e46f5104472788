import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useFormat } from '#web/platform/format.ts'
import { useTexts } from '#web/platform/texts.ts'
import { TrendChart, TrendLegend } from '#web/shared/severity/trend-chart.tsx'
import { ErrorState } from '#web/ui/page/error-state.tsx'
import styles from './dashboard-page.module.css'
import { incidentTrendQuery } from './incident-queries.ts'
import { incidentTexts } from './incidents.texts.ts'
import { TrendSummary } from './trend-summary.tsx'

export function IncidentTrend({ customerId }: { customerId: string }) {
  const words = useTexts(incidentTexts)
  const { timeZone } = useFormat()
  const navigate = useNavigate()
  const trend = useQuery(incidentTrendQuery(customerId, timeZone))
  return (
    <section className={styles.trend} aria-labelledby="incident-trend">
      <div className={styles.sectionHead}>
        <h2 id="incident-trend" className={styles.sectionTitle}>
          {words.trend}
        </h2>
        {trend.data ? <TrendLegend days={trend.data.days} /> : null}
      </div>
      {trend.data ? <TrendSummary trend={trend.data} /> : null}
      {trend.data ? (
        <TrendChart
          label={words.trend}
          days={trend.data.days}
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
