import { useInfiniteQuery } from '@tanstack/react-query'
import type { EntityHistoryEntry } from '@vakt/contract/entity-history.ts'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { RelativeTime } from '#web/ui/display/relative-time.tsx'
import { Section } from '#web/ui/page/detail-page.tsx'
import { ErrorState } from '#web/ui/page/error-state.tsx'
import { ListSkeleton } from '#web/ui/page/skeleton.tsx'
import { useRows } from '#web/ui/table/use-rows.ts'
import { entityTexts } from './entities.texts.ts'
import styles from './entity-information.module.css'
import { entityHistoryQuery } from './entity-queries.ts'

const longestShown = 120

function written(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > longestShown ? `${text.slice(0, longestShown)}…` : text
}

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
              <EntryWords entry={entry} />
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

function EntryWords({ entry }: { entry: EntityHistoryEntry }) {
  const words = useTexts(entityTexts)
  const { kind, field, before, after } = entry
  if (kind !== 'changed' || field === null) return words[`${kind}Now`]
  return (
    <>
      <code className={styles.externalId}>{field}</code>
      {before === null || before === undefined ? null : (
        <>
          {' '}
          <del className={styles.dim}>{written(before)}</del>
        </>
      )}
      {' → '}
      {after === null || after === undefined ? <span className={styles.dim}>{words.nothing}</span> : <bdi>{written(after)}</bdi>}
    </>
  )
}
