import type { ReactNode } from 'react'
import { CustomerName } from '#web/shared/customers/customer-name.tsx'
import { RelativeTime } from '#web/ui/display/relative-time.tsx'
import type { Column } from '#web/ui/table/row-table.tsx'
import type { LoggedAction } from './group-actions.ts'
import styles from './recorded-actions.module.css'

type Words = Record<'when' | 'who' | 'what' | 'customer', string> & { nameOf: (actor: LoggedAction['actor']) => string }

export function actionColumns({ words, what }: { words: Words; what: (action: LoggedAction) => ReactNode }): Column<LoggedAction>[] {
  return [
    { key: 'what', label: words.what, phone: 'first', wraps: true, cell: what },
    { key: 'who', label: words.who, width: '13rem', phone: 'second', cell: ({ actor }) => words.nameOf(actor) },
    {
      key: 'customer',
      label: words.customer,
      width: '13rem',
      phone: 'second',
      cell: ({ customerName, customerIsClosed }) => <CustomerName name={customerName} isClosed={customerIsClosed} />,
    },
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
