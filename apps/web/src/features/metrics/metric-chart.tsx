import { useQuery } from '@tanstack/react-query'
import type { EntityMetric } from '@vakt/contract/metrics.ts'
import { useMemo } from 'react'
import { serverNow } from '#web/platform/server-clock.ts'
import { useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { useMetricWords } from '#web/shared/incidents/incident-words.ts'
import { unitOfLine } from '#web/shared/metrics/metric-unit.ts'
import { LineChart } from '#web/ui/chart/line-chart.tsx'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { FilterTabs } from '#web/ui/filters/filter-tabs.tsx'
import { ErrorState, RefreshFailed } from '#web/ui/page/error-state.tsx'
import { ListSkeleton } from '#web/ui/page/skeleton.tsx'
import { LatestValue } from './latest-value.tsx'
import { belowName } from './metric-dimensions.ts'
import { linesOf } from './metric-lines.ts'
import { metricBucketsQuery } from './metric-queries.ts'
import { type MetricSpan, metricSpans, readMetricSpan } from './metric-span.ts'
import styles from './metrics.module.css'
import { metricTexts } from './metrics.texts.ts'
import { useIncidentBands, useThresholds } from './use-chart-marks.ts'

type Asked = { span?: MetricSpan; from?: string; to?: string }

type MetricChartProps = {
  customerId: string
  entityId: string
  metric: EntityMetric
  search: Asked
  /** With what the address is to say; undefined takes it out. */
  onChange: (changes: { [Name in keyof Asked]: Asked[Name] | undefined }) => void
}

/** One series over time, with the incidents of the resource and the thresholds of its rules. */
export function MetricChart({ customerId, entityId, metric, search, onChange }: MetricChartProps) {
  const words = useTexts(metricTexts)
  const { can } = useShownCustomer()
  const asked = readMetricSpan(search, serverNow())
  const values = useQuery(metricBucketsQuery(customerId, metric.seriesId, asked))
  const name = useMetricWords().nameOf(metric.metric)
  const series = useMemo(() => linesOf(values.data?.buckets, name, words), [values.data, name, words])
  const bands = useIncidentBands(customerId, entityId)
  const thresholds = useThresholds(customerId, entityId, metric)
  const { unit, suffix } = unitOfLine(metric)
  const about = belowName(metric, name)
  return (
    <section className={styles.chart} aria-label={metric.metric}>
      <div className={styles.head}>
        <div>
          <h2 className={styles.title}>
            <bdi>{name}</bdi>
          </h2>
          {about ? <bdi className={styles.dimensions}>{about}</bdi> : null}
          <LatestValue metric={metric} />
        </div>
        {can(['@feature.myenvironment.write']) ? (
          <ButtonLink
            variant="default"
            size="compact-sm"
            to="/my-environment/$customerId/$entityId/alert-rules/create"
            params={{ customerId, entityId }}
            search={{ metric: metric.metric }}
          >
            {words.createRule}
          </ButtonLink>
        ) : null}
      </div>
      <FilterTabs
        label={words.span}
        value={asked.span}
        options={metricSpans.map((value) => ({ value, label: words.spans[value] }))}
        onChange={(span) => onChange({ span, from: undefined, to: undefined })}
      />
      {values.isRefetchError ? <RefreshFailed onRetry={() => void values.refetch()} /> : null}
      {values.data ? (
        <LineChart
          label={name}
          unit={unit}
          span={values.data.whole}
          stepMs={values.data.buckets.stepSeconds * 1000}
          series={series}
          thresholds={thresholds}
          bands={bands}
          zoom={asked.zoom}
          onZoom={(zoom) =>
            onChange({
              span: asked.span,
              from: zoom ? new Date(zoom.from).toISOString() : undefined,
              to: zoom ? new Date(zoom.to).toISOString() : undefined,
            })
          }
          height={280}
        />
      ) : values.isError ? (
        <ErrorState title={words.chartFailed} error={values.error} onRetry={() => void values.refetch()} />
      ) : (
        <ListSkeleton rows={6} />
      )}
      <p className={styles.dim}>
        {[
          suffix && words.otherUnit(suffix),
          metric.kind === 'gauge' ? '' : words.rate,
          values.data?.buckets.stepSeconds === 3600 ? words.byHour : '',
        ]
          .filter(Boolean)
          .join(' ')}
      </p>
    </section>
  )
}
