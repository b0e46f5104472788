import { useInfiniteQuery } from '@tanstack/react-query'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { RelativeTime } from '#web/ui/display/relative-time.tsx'
import { Section } from '#web/ui/page/detail-page.tsx'
import { ErrorState } from '#web/ui/page/error-state.tsx'
import { ListSkeleton } from '#web/ui/page/skeleton.tsx'
import { useRows } from '#web/ui/table/use-rows.ts'
import { entityTexts } from './entities.texts.ts'
import { EntityChange } from './entity-change.tsx'
import styles from './entity-information.module.css'
import { entityHistoryQuery } from './entity-queries.ts'

/** What changed between the runs that saw the entity. */
export function EntityHistory({ customerId, entityId }: { customerId: string; entityId: string }) {
  const words = useTexts(entityTexts)
  const query = useInfiniteQuery(entityHistoryQuery(customerId, entityId))
  const rows = useRows(query.data)
  return (
    <Section title={words.changes}>
      {query.isPending ? <ListSkeleton rows={2} /> : null}
      {query.isError && rows.length === 0 ? (
        <ErrorState title={words.changesFailed} error={query.error} onRetry={() => void query.refetch()} />
      ) : null}
      {query.data && rows.length === 0 ? <p className={styles.dim}>{words.noChanges}</p> : null}
      <ul className={styles.changes}>
        {rows.map((entry) => (
          <li key={`${entry.at} ${entry.kind} ${entry.field}`}>
            <span>
              <EntityChange entry={entry} />
            </span>
            <span className={styles.meta}>
              <RelativeTime iso={entry.at} />
            </span>
          </li>
        ))}
      </ul>
      {query.hasNextPage ? (
        <Button size="compact-sm" variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {words.more}
        </Button>
      ) : null}
    </Section>
  )
}
