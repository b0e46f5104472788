import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { customerChoiceAccess } from '@vakt/contract/features.ts'
import { useFormat } from '#web/platform/format.ts'
import { useSession } from '#web/platform/session.ts'
import { useTexts } from '#web/platform/texts.ts'
import { customerStatesQuery } from '#web/shared/customers/customer-states-query.ts'
import styles from './inbox-views.module.css'
import { inboxViewTexts } from './inbox-views.texts.ts'

const views = {
  unassigned: { assignee: ['nobody'] },
  breaching: { breaching: true as const, sort: 'due' as const },
  mine: { assignee: ['me'] },
  waiting: { status: ['waiting_for_customer' as const] },
}

/** The ready-made views of the inbox of all customers, each with its number of open tickets. */
export function InboxViews({ customerId }: { customerId: string }) {
  const words = useTexts(inboxViewTexts)
  const format = useFormat()
  const counts = useQuery({ ...customerStatesQuery, enabled: useSession().can(customerChoiceAccess) }).data?.tickets
  return (
    <nav className={styles.views} aria-label={words.inbox}>
      {(['unassigned', 'breaching', 'mine', 'waiting'] as const).map((view) => (
        <Link
          key={view}
          to="/tickets/$customerId"
          params={{ customerId }}
          search={{ all: true, ...views[view] }}
          className={styles.view}
          data-late={(view === 'breaching' && counts && counts.breaching > 0) || undefined}
          activeOptions={{ exact: true, includeSearch: true }}
        >
          <strong>{counts ? format.number(counts[view]) : '–'}</strong> {words[view]}
        </Link>
      ))}
    </nav>
  )
}
