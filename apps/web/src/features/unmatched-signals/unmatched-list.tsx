import type { UnmatchedSignal } from '@vakt/contract/alerts/unmatched-signals.ts'
import { Link2 } from 'lucide-react'
import { ListRows } from '#web/lists/list-rows.tsx'
import { useTexts } from '#web/platform/texts.ts'
import { ReadableName } from '#web/shared/entities/readable-name.tsx'
import { SeverityMark } from '#web/shared/severity/severity-mark.tsx'
import { RelativeTime } from '#web/ui/display/relative-time.tsx'
import { EmptyState } from '#web/ui/page/empty-state.tsx'
import { unmatchedTexts } from './unmatched.texts.ts'
import type { SelectableProps } from './unmatched-screen.ts'

export const unmatchedKeyOf = ({ customer, alertId }: UnmatchedSignal) => `${customer.customerId} ${alertId}`

/** Names that match nothing: those to be linked, or those that were dismissed. */
export function UnmatchedList({ screen, list, selection, isDismissed }: SelectableProps<UnmatchedSignal> & { isDismissed: boolean }) {
  const words = useTexts(unmatchedTexts)
  return (
    <ListRows
      screen={screen}
      list={list}
      words={{ failed: words.failed }}
      label={isDismissed ? words.dismissed : words.unmatched}
      rowKey={unmatchedKeyOf}
      selection={selection}
      columns={[
        {
          key: 'severity',
          label: words.severity,
          width: '7.5rem',
          phone: 'second',
          cell: ({ severity, firing }) => <SeverityMark level={severity} quiet={firing === 0} />,
        },
        {
          key: 'target',
          label: words.target,
          phone: 'first',
          cell: (row) => screen.link(unmatchedKeyOf(row), <bdi>{row.target ?? words.namesNothing}</bdi>),
        },
        { key: 'alert', label: words.alert, width: '18%', phone: 'hidden', yields: true, cell: ({ alertName }) => alertName },
        {
          key: 'customer',
          label: words.customer,
          width: '9.5rem',
          phone: 'second',
          cell: ({ customer }) => (customer.isProvider ? words.anyCustomer : customer.name),
        },
        {
          key: 'source',
          label: words.source,
          width: '8rem',
          phone: 'hidden',
          yields: true,
          cell: ({ source }) => <ReadableName of="source" value={source} />,
        },
        {
          key: 'alerts',
          label: words.alerts,
          width: '7.5rem',
          phone: 'hidden',
          cell: ({ firing, alerts }) => words.firing(firing, alerts),
        },
        { key: 'seen', label: words.seen, width: '8rem', phone: 'first', cell: ({ lastSeenAt }) => <RelativeTime iso={lastSeenAt} /> },
      ]}
      empty={
        <EmptyState
          title={isDismissed ? words.nothingDismissed : words.nothingUnmatched}
          text={isDismissed ? words.nothingDismissedText : words.nothingUnmatchedText}
          icon={<Link2 size={28} strokeWidth={1.5} />}
        />
      }
    />
  )
}
