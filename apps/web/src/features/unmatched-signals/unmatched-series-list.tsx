import { useInfiniteQuery } from '@tanstack/react-query'
import type { UnmatchedSeries } from '@vakt/contract/alerts/unmatched-signals.ts'
import { Link2 } from 'lucide-react'
import { ListRows } from '#web/lists/list-rows.tsx'
import { useTexts } from '#web/platform/texts.ts'
import { RelativeTime } from '#web/ui/display/relative-time.tsx'
import { EmptyState } from '#web/ui/page/empty-state.tsx'
import { unmatchedTexts } from './unmatched.texts.ts'
import { unmatchedSeriesQuery } from './unmatched-queries.ts'
import type { UnmatchedScreen } from './unmatched-screen.ts'

const keyOf = ({ customer, seriesId }: UnmatchedSeries) => `${customer.customerId} ${seriesId}`

/** What series of metrics name and no resource answers to. */
export function UnmatchedSeriesList({ screen }: { screen: UnmatchedScreen }) {
  const words = useTexts(unmatchedTexts)
  const list = useInfiniteQuery(unmatchedSeriesQuery)
  return (
    <ListRows
      screen={screen}
      list={list}
      words={{ failed: words.seriesFailed }}
      label={words.series}
      rowKey={keyOf}
      columns={[
        {
          key: 'target',
          label: words.nameInLabels,
          phone: 'first',
          cell: (row) => screen.link(keyOf(row), <bdi>{row.target ?? words.namesNothing}</bdi>),
        },
        {
          key: 'metric',
          label: words.metric,
          width: '28%',
          phone: 'hidden',
          cell: ({ metric, metrics }) => <bdi>{words.metricAndOthers(metric, metrics - 1)}</bdi>,
        },
        {
          key: 'customer',
          label: words.customer,
          width: '20%',
          phone: 'second',
          cell: ({ customer }) => (customer.isProvider ? words.anyCustomer : customer.name),
        },
        { key: 'series', label: words.seriesCount, width: '6rem', phone: 'second', cell: ({ series }) => words.countOfSeries(series) },
        {
          key: 'seen',
          label: words.firstSeen,
          width: '9rem',
          phone: 'first',
          cell: ({ firstSeenAt }) => <RelativeTime iso={firstSeenAt} />,
        },
      ]}
      empty={<EmptyState title={words.nothingUnmatched} text={words.noUnmatchedSeries} icon={<Link2 size={28} strokeWidth={1.5} />} />}
    />
  )
}
