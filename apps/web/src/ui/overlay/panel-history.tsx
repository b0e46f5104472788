import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { ErrorState } from '#web/ui/page/error-state.tsx'
import { ListSkeleton } from '#web/ui/page/skeleton.tsx'
import { PanelPart } from './panel-content.tsx'
import styles from './panel-history.module.css'

type PanelHistoryProps<Row> = {
  title: string
  words: { failed: string; nothing: string; more: string }
  list: Pick<UseInfiniteQueryResult, 'isPending' | 'isError' | 'error' | 'refetch' | 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'>
  rows: readonly Row[]
  keyOf: (row: Row) => string
  children: (row: Row) => ReactNode
}

/** What happened, the latest first, page by page, in each of its states. */
export function PanelHistory<Row>({ title, words, list, rows, keyOf, children }: PanelHistoryProps<Row>) {
  return (
    <PanelPart title={title}>
      {list.isPending ? (
        <ListSkeleton rows={4} />
      ) : list.isError && rows.length === 0 ? (
        <ErrorState title={words.failed} error={list.error} onRetry={() => void list.refetch()} />
      ) : rows.length === 0 ? (
        <p className={styles.nothing}>{words.nothing}</p>
      ) : (
        <ul className={styles.rows}>
          {rows.map((row) => (
            <li key={keyOf(row)}>{children(row)}</li>
          ))}
        </ul>
      )}
      {list.hasNextPage ? (
        <Button variant="subtle" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {words.more}
        </Button>
      ) : null}
    </PanelPart>
  )
}
