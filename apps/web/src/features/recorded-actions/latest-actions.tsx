import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { RowLink } from '#web/lists/use-list-screen.tsx'
import { useTexts } from '#web/platform/texts.ts'
import { EmptyState } from '#web/ui/page/empty-state.tsx'
import { ErrorState } from '#web/ui/page/error-state.tsx'
import { ListSkeleton } from '#web/ui/page/skeleton.tsx'
import { RowTable } from '#web/ui/table/row-table.tsx'
import { actionColumns } from './action-columns.tsx'
import { ActionTitle } from './action-title.tsx'
import { groupActions } from './group-actions.ts'
import { latestActionsQuery } from './recorded-action-queries.ts'
import styles from './recorded-actions.module.css'
import { recordedActionTexts } from './recorded-actions.texts.ts'

const linkTo: RowLink = (open, content) => (
  <Link to="/admin/actions" search={{ open }} data-row-link>
    {content}
  </Link>
)

/** The last of what was done, with the way to all of it. */
export function LatestActions() {
  const words = useTexts(recordedActionTexts)
  const latest = useQuery(latestActionsQuery)
  const rows = groupActions(latest.data?.result ?? [])
  return (
    <section aria-labelledby="latest-actions">
      <div className={styles.latestHead}>
        <h2 id="latest-actions">{words.latest}</h2>
        <Link to="/admin/actions">{words.all}</Link>
      </div>
      {latest.isPending ? (
        <ListSkeleton rows={8} />
      ) : latest.isError && rows.length === 0 ? (
        <ErrorState title={words.listFailed} error={latest.error} onRetry={() => void latest.refetch()} />
      ) : rows.length > 0 ? (
        <RowTable
          label={words.latest}
          columns={actionColumns({ words, what: (action) => <ActionTitle action={action} link={linkTo} /> })}
          rows={rows}
          rowKey={({ actionId }) => actionId}
        />
      ) : (
        <EmptyState title={words.nothingTitle} text={words.nothingText} />
      )}
    </section>
  )
}
