import { useInfiniteQuery } from '@tanstack/react-query'
import { listMetricUsage, type MetricUsage } from '@vakt/contract/metrics.ts'
import { Gauge } from 'lucide-react'
import { lazy } from 'react'
import { ListScreen } from '#web/lists/list-screen.tsx'
import { type RowLink, useListScreen } from '#web/lists/use-list-screen.tsx'
import { downloadList } from '#web/platform/download.ts'
import { useFormat } from '#web/platform/format.ts'
import { useTexts } from '#web/platform/texts.ts'
import { RelativeTime } from '#web/ui/display/relative-time.tsx'
import { SidePanel } from '#web/ui/overlay/side-panel.tsx'
import { EmptyState } from '#web/ui/page/empty-state.tsx'
import type { Column } from '#web/ui/table/row-table.tsx'
import { useRows } from '#web/ui/table/use-rows.ts'
import styles from './metric-usage.module.css'
import { metricUsageTexts } from './metric-usage.texts.ts'
import { metricUsageQuery } from './metric-usage-queries.ts'
import { metricUsageSearch } from './metric-usage-search.ts'

const MetricLimitForm = lazy(() => import('./metric-limit-form.tsx').then((module) => ({ default: module.MetricLimitForm })))

const nearShare = 0.8
const shareOf = ({ activeSeries, maxSeries }: MetricUsage) => activeSeries / Math.max(maxSeries, 1)
const levelOf = (share: number) => (share >= 1 ? 'full' : share >= nearShare ? 'near' : 'well')
const keyOf = ({ customer }: MetricUsage) => customer.customerId

/** Who is near the limit of what may be stored for a customer, drawn as bars; staff change it beside the list. */
export function MetricUsagePage() {
  const words = useTexts(metricUsageTexts)
  const screen = useListScreen(metricUsageSearch)
  const list = useInfiniteQuery(metricUsageQuery)
  const rows = useRows(list.data)
  const columns = useColumns(screen.link)
  const near = rows.filter((usage) => shareOf(usage) >= nearShare).map(({ customer }) => customer.name)
  const open = rows.find((usage) => keyOf(usage) === screen.openKey)
  return (
    <ListScreen
      screen={screen}
      list={list}
      title={words.title}
      conclusion={rows.length === 0 ? null : near.length === 0 ? words.allWell : words.near(near.slice(0, 5).join(', '), near.length)}
      onExport={(format) => downloadList(listMetricUsage, {}, format)}
      columns={columns}
      rowKey={keyOf}
      words={{ failed: words.listFailed }}
      empty={<EmptyState title={words.nothing} text={words.nothingText} icon={<Gauge size={28} strokeWidth={1.5} />} />}
      panel={
        <SidePanel label={words.change} isOpen={screen.openKey !== undefined} onClose={screen.close}>
          {open ? (
            <MetricLimitForm key={keyOf(open)} usage={open} onDone={screen.close} />
          ) : list.isPending ? null : (
            <EmptyState title={words.notFound} />
          )}
        </SidePanel>
      }
    />
  )
}

function useColumns(link: RowLink): Column<MetricUsage>[] {
  const words = useTexts(metricUsageTexts)
  const format = useFormat()
  return [
    {
      key: 'customer',
      label: words.customer,
      phone: 'first',
      cell: (usage) => link(keyOf(usage), <bdi>{usage.customer.name}</bdi>, usage.customer.name),
    },
    { key: 'used', label: words.used, width: '18rem', phone: 'second', cell: (usage) => <Bar share={shareOf(usage)} /> },
    {
      key: 'series',
      label: words.series,
      width: '14rem',
      phone: 'second',
      cell: ({ activeSeries, maxSeries }) => (
        <span className={styles.number}>{words.of(format.number(activeSeries), format.number(maxSeries))}</span>
      ),
    },
    {
      key: 'refused',
      label: words.refused,
      width: '10rem',
      phone: 'hidden',
      cell: ({ refusedAt }) => (refusedAt ? <RelativeTime iso={refusedAt} /> : <span className={styles.dim}>{words.never}</span>),
    },
  ]
}

function Bar({ share }: { share: number }) {
  const words = useTexts(metricUsageTexts)
  const format = useFormat()
  const percent = Math.min(100, share * 100)
  return (
    <span className={styles.bar} role="img" aria-label={words.share(format.percent(share))}>
      <span className={styles.fill} data-level={levelOf(share)} style={{ width: `${percent}%` }} />
    </span>
  )
}
