import type { ServiceWindow } from '@vakt/contract/service-windows/service-windows.ts'
import { useFormat } from '#web/platform/format.ts'
import { useTexts } from '#web/platform/texts.ts'
import { windowPath } from '#web/shared/links/paths.ts'
import { writeTimes } from '#web/shared/service-windows/window-times.ts'
import { PlainLink } from '#web/ui/controls/plain-link.tsx'
import { RelativeTime } from '#web/ui/display/relative-time.tsx'
import type { Column } from '#web/ui/table/row-table.tsx'
import { scopeTexts } from './scope.texts.ts'
import { shownTimes } from './shown-times.ts'
import { describeScope } from './window-scope.ts'
import { WindowStateMark } from './window-state.tsx'
import styles from './windows.module.css'
import { windowTexts } from './windows.texts.ts'

/** `isAll`: of several customers, each row says whose it is instead of who created it. */
export function useWindowColumns(isAll = false): Column<ServiceWindow>[] {
  const words = useTexts(windowTexts)
  const scopeWords = useTexts(scopeTexts)
  const format = useFormat()
  const { columns } = words
  return [
    {
      key: 'reason',
      label: columns.reason,
      phone: 'first',
      cell: ({ customer_id, serviceWindowId, reason }) => (
        <PlainLink href={windowPath(customer_id, serviceWindowId)} data-row-link title={reason}>
          <bdi>{reason}</bdi>
        </PlainLink>
      ),
    },
    ...(isAll
      ? [
          {
            ...{ key: 'customer', label: columns.customer, width: '11rem', phone: 'second' as const },
            cell: ({ customerName }: ServiceWindow) => <bdi title={customerName}>{customerName}</bdi>,
          },
        ]
      : []),
    {
      key: 'state',
      label: columns.state,
      width: '12rem',
      phone: 'second',
      wraps: true,
      cell: (row) => <WindowStateMark window={row} />,
    },
    {
      key: 'when',
      label: columns.when,
      width: '19rem',
      phone: 'yielding',
      cell: (row) => {
        const when = writeTimes(shownTimes(row), format)
        const repeats = row.repeats === 'never' ? '' : words.repeatsShort[row.repeats]
        return (
          <span title={[when, row.repeats === 'never' ? '' : words.repeats[row.repeats]].filter(Boolean).join(' · ')}>
            {when} {repeats ? <span className={styles.dim}> · {repeats}</span> : null}
          </span>
        )
      },
    },
    {
      key: 'covers',
      label: columns.covers,
      width: '18%',
      phone: 'hidden',
      isDim: true,
      cell: ({ scope, entities }) => {
        const covers = describeScope(scope, entities, scopeWords, format.locale)
        return <bdi title={covers}>{covers}</bdi>
      },
    },
    ...(isAll
      ? []
      : [
          {
            key: 'creator',
            label: columns.creator,
            width: '9.5rem',
            phone: 'hidden' as const,
            yields: true,
            cell: ({ createdBy }: ServiceWindow) => createdBy?.name ?? null,
          },
        ]),
    {
      key: 'modified',
      label: columns.modified,
      width: '8rem',
      phone: 'hidden',
      yields: true,
      isDim: true,
      cell: ({ modifiedAt }) => <RelativeTime iso={modifiedAt} />,
    },
  ]
}
