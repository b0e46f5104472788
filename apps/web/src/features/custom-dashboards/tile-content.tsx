import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { environmentAccess } from '@vakt/contract/features.ts'
import type { DashboardTile, TileKind } from '@vakt/contract/reports/custom-dashboards.ts'
import { severities } from '@vakt/contract/severity.ts'
import { type ReactNode, useMemo } from 'react'
import { useFormat } from '#web/platform/format.ts'
import { useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import links from '#web/shared/links/links.module.css'
import { incidentPath, metricPath, ticketListPath } from '#web/shared/links/paths.ts'
import { unitOfLine } from '#web/shared/metrics/metric-unit.ts'
import { useSilence } from '#web/shared/reception/use-silence.ts'
import { noIncidentsTexts } from '#web/shared/severity/no-incidents.texts.ts'
import { severityTexts } from '#web/shared/severity/severity.texts.ts'
import { PriorityMark, SeverityMark, SeverityShape } from '#web/shared/severity/severity-mark.tsx'
import { TicketLink } from '#web/shared/tickets/ticket-link.tsx'
import { LineChart } from '#web/ui/chart/line-chart.tsx'
import { StackedBars } from '#web/ui/chart/stacked-bars.tsx'
import { PlainLink } from '#web/ui/controls/plain-link.tsx'
import { ErrorState } from '#web/ui/page/error-state.tsx'
import { ListSkeleton } from '#web/ui/page/skeleton.tsx'
import { breachingTileQuery, metricTileQuery, openNowTileQuery, ticketCountTileQuery, trendTileQuery } from './custom-dashboard-queries.ts'
import styles from './custom-dashboards.module.css'
import { customDashboardTexts } from './custom-dashboards.texts.ts'
import { tileAccess } from './tile-access.ts'

type TileProps = { customerId: string; tile: DashboardTile }

function Answered<Data>({ query, children }: { query: UseQueryResult<Data>; children: (data: Data) => ReactNode }) {
  const words = useTexts(customDashboardTexts)
  if (query.data !== undefined) return children(query.data)
  if (query.isError) return <ErrorState title={words.tileFailed} error={query.error} onRetry={() => void query.refetch()} />
  return <ListSkeleton rows={3} />
}

function OpenIncidentsTile({ customerId }: TileProps) {
  const words = useTexts(customDashboardTexts)
  return (
    <Answered query={useQuery(openNowTileQuery(customerId))}>
      {({ totals: { counts } }) => (
        <>
          <p className={styles.figure}>
            <PlainLink className={links.link ?? ''} href={`/incidents/${encodeURIComponent(customerId)}`}>
              {severities.reduce((sum, severity) => sum + counts[severity], 0)}
            </PlainLink>
          </p>
          <p className={styles.dim}>{words.critical(counts.critical)}</p>
        </>
      )}
    </Answered>
  )
}

function OpenTicketsTile({ customerId }: TileProps) {
  const words = useTexts(customDashboardTexts)
  return (
    <Answered query={useQuery(ticketCountTileQuery(customerId))}>
      {({ open, all }) => (
        <>
          <p className={styles.figure}>
            <PlainLink className={links.link ?? ''} href={ticketListPath(customerId)}>
              {open}
            </PlainLink>
          </p>
          <p className={styles.dim}>{words.ofAll(all)}</p>
        </>
      )}
    </Answered>
  )
}

function BreachingTicketsTile({ customerId }: TileProps) {
  const words = useTexts(customDashboardTexts)
  return (
    <Answered query={useQuery(breachingTileQuery(customerId))}>
      {({ result, continuation_token: more }) =>
        result.length === 0 ? (
          <SeverityMark level="good" label={words.noneBreaching} />
        ) : (
          <>
            <ul className={styles.rows}>
              {result.map(({ ticketId, subject, priority }) => (
                <li key={ticketId}>
                  <TicketLink customerId={customerId} ticketId={ticketId}>
                    {subject}
                  </TicketLink>
                  <PriorityMark priority={priority} />
                </li>
              ))}
            </ul>
            {more ? (
              <PlainLink className={links.link ?? ''} href={ticketListPath(customerId)}>
                {words.more}
              </PlainLink>
            ) : null}
          </>
        )
      }
    </Answered>
  )
}

function IncidentListTile({ customerId }: TileProps) {
  const words = useTexts(customDashboardTexts)
  const silenceOf = useSilence()
  return (
    <Answered query={useQuery(openNowTileQuery(customerId))}>
      {({ incidents, ...of }) =>
        incidents.length === 0 ? (
          silenceOf(of) ? (
            <SeverityMark level="planning" label={silenceOf(of)} />
          ) : (
            <SeverityMark level="good" label={words.noIncident} />
          )
        ) : (
          <ul className={styles.rows}>
            {incidents.map(({ incidentId, title, severity }) => (
              <li key={incidentId}>
                <PlainLink className={links.link ?? ''} href={incidentPath(customerId, incidentId)}>
                  {title}
                </PlainLink>
                <SeverityMark level={severity} />
              </li>
            ))}
          </ul>
        )
      }
    </Answered>
  )
}

function IncidentTrendTile({ customerId }: TileProps) {
  const words = useTexts(customDashboardTexts)
  const levels = useTexts(severityTexts)
  const { noIncidents } = useTexts(noIncidentsTexts)
  const format = useFormat()
  const query = useQuery(trendTileQuery(customerId, format.timeZone))
  const series = useMemo(
    () =>
      severities.map((severity) => ({
        key: severity,
        label: levels[severity],
        color: `--vakt-bar-${severity}`,
        mark: <SeverityShape level={severity} />,
      })),
    [levels],
  )
  return (
    <Answered query={query}>
      {({ days }) => (
        <StackedBars
          label={words.kinds.incidentTrend}
          series={series}
          bars={days.map(({ date, counts }) => ({
            key: date,
            label: format.day(date),
            axisLabel: format.day(date),
            values: severities.map((severity) => counts[severity]),
          }))}
          barsLabel={words.day}
          currentKey={days.at(-1)?.date ?? ''}
          nothing={noIncidents}
        />
      )}
    </Answered>
  )
}

function MetricTile({ customerId, tile: { metric } }: TileProps) {
  const words = useTexts(customDashboardTexts)
  const { can } = useShownCustomer()
  const query = useQuery({ ...metricTileQuery(customerId, metric?.seriesId ?? ''), enabled: metric !== null })
  const buckets = query.data?.buckets
  const series = useMemo(
    () => (buckets ? [{ key: 'average', label: buckets.metric, times: buckets.at.map((at) => at * 1000), values: buckets.avg }] : []),
    [buckets],
  )
  if (!metric) return null
  return (
    <Answered query={query}>
      {({ span, buckets }) => (
        <>
          <LineChart
            label={metric.name}
            unit={unitOfLine(buckets).unit}
            span={span}
            stepMs={buckets.stepSeconds * 1000}
            series={series}
            height={160}
          />
          {can(environmentAccess) ? (
            <PlainLink className={links.link ?? ''} href={metricPath(customerId, metric.entityId, metric.seriesId)}>
              {words.last24}
            </PlainLink>
          ) : (
            <p className={styles.dim}>{words.last24}</p>
          )}
        </>
      )}
    </Answered>
  )
}

const contents: Record<TileKind, (props: TileProps) => ReactNode> = {
  openIncidents: OpenIncidentsTile,
  openTickets: OpenTicketsTile,
  breachingTickets: BreachingTicketsTile,
  incidentTrend: IncidentTrendTile,
  incidentList: IncidentListTile,
  metric: MetricTile,
}

/** What a tile shows now; without the right to it, that. */
export function TileContent(props: TileProps) {
  const words = useTexts(customDashboardTexts)
  const { can } = useShownCustomer()
  const { kind } = props.tile
  if (!can(tileAccess[kind])) return <p className={styles.dim}>{words.noRight}</p>
  const Content = contents[kind]
  return <Content {...props} />
}
