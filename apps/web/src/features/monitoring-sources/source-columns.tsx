import type { MonitoringSource } from '@vakt/contract/monitoring-sources/monitoring-sources.ts'
import type { RowLink } from '#web/lists/use-list-screen.tsx'
import { useFormat } from '#web/platform/format.ts'
import { useTexts } from '#web/platform/texts.ts'
import { RelativeTime } from '#web/ui/display/relative-time.tsx'
import type { Column } from '#web/ui/table/row-table.tsx'
import { connectTexts } from './connect.texts.ts'
import styles from './monitoring-sources.module.css'
import { sourceTexts } from './monitoring-sources.texts.ts'
import { SourceBadge } from './source-badge.tsx'

export function useSourceColumns(link: RowLink): Column<MonitoringSource>[] {
  const words = useTexts(sourceTexts)
  const connectWords = useTexts(connectTexts)
  const format = useFormat()
  return [
    { key: 'name', label: words.name, phone: 'first', wraps: true, cell: ({ sourceId, name }) => link(sourceId, name) },
    { key: 'state', label: words.state, width: '13rem', phone: 'first', cell: (source) => <SourceBadge source={source} /> },
    {
      key: 'customer',
      label: words.customer,
      width: '13.5rem',
      phone: 'second',
      cell: ({ customer }) => (customer.isProvider ? words.allCustomers(customer.name) : customer.name),
    },
    {
      key: 'formats',
      label: words.formats,
      width: '8rem',
      phone: 'hidden',
      cell: ({ formats }) => (formats ? formats.map((one) => connectWords.formatNames[one]).join(', ') : words.anyFormat),
    },
    {
      key: 'last',
      label: words.lastSignal,
      width: '7.5rem',
      phone: 'second',
      cell: ({ lastSignalAt }) => (
        <span className={styles.dim}>
          {lastSignalAt ? <RelativeTime iso={lastSignalAt} /> : <span className={styles.never}>{words.never}</span>}
        </span>
      ),
    },
    {
      key: 'signals',
      label: words.signals,
      width: '9rem',
      phone: 'hidden',
      cell: ({ signals, signalsLastDay }) => (
        <span className={styles.dim} title={words.signalsHelp(format.number(signalsLastDay), format.number(signals))}>
          {format.number(signalsLastDay)} / {format.number(signals)}
        </span>
      ),
    },
  ]
}
