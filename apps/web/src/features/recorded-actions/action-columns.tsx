import type { RecordedAction } from '@vakt/contract/recorded-actions.ts'
import type { ReactNode } from 'react'
import { RelativeTime } from '#web/ui/display/relative-time.tsx'
import type { Column } from '#web/ui/table/row-table.tsx'
import styles from './recorded-actions.module.css'

type Words = Record<'when' | 'who' | 'what' | 'customer', string>

export function actionColumns({ words, what }: { words: Words; what: (action: RecordedAction) => ReactNode }): Column<RecordedAction>[] {
  return [
    { key: 'what', label: words.what, phone: 'first', cell: what },
    { key: 'who', label: words.who, width: '13rem', phone: 'second', cell: ({ actor }) => actor.name },
    { key: 'customer', label: words.customer, width: '13rem', phone: 'second', cell: ({ customerName }) => customerName },
    {
      key: 'when',
      label: words.when,
      width: '8.5rem',
      phone: 'first',
      cell: ({ at }) => (
        <span className={styles.dim}>
          <RelativeTime iso={at} />
        </span>
      ),
    },
  ]
}
