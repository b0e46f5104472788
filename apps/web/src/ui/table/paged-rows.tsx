import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ErrorState, RefreshFailed } from '#web/ui/page/error-state.tsx'
import { ListSkeleton } from '#web/ui/page/skeleton.tsx'
import { RowTable, type RowTableProps } from './row-table.tsx'

type PagedRowsProps<Row> = Omit<RowTableProps<Row>, 'hasMore' | 'isLoadingMore' | 'moreFailed' | 'onMore'> & {
  list: Pick<
    UseInfiniteQueryResult,
    | 'isPending'
    | 'isError'
    | 'isRefetchError'
    | 'error'
    | 'refetch'
    | 'hasNextPage'
    | 'isFetchingNextPage'
    | 'isFetchNextPageError'
    | 'fetchNextPage'
  >
  /** What to say when nothing could be loaded. */
  failed: string
  /** What to show when there is nothing. */
  empty: ReactNode
}

/** A list page by page, in each of its states: on its way, failed, out of date, empty, there. */
export function PagedRows<Row>({ list, failed, empty, ...table }: PagedRowsProps<Row>) {
  const retry = () => void list.refetch()
  return (
    <>
      {list.isRefetchError ? <RefreshFailed onRetry={retry} /> : null}
      {list.isPending ? (
        <ListSkeleton rows={12} />
      ) : list.isError && table.rows.length === 0 ? (
        <ErrorState title={failed} error={list.error} onRetry={retry} />
      ) : table.rows.length > 0 ? (
        <RowTable
          {...table}
          hasMore={list.hasNextPage}
          isLoadingMore={list.isFetchingNextPage}
          moreFailed={list.isFetchNextPageError}
          onMore={() => void list.fetchNextPage()}
        />
      ) : (
        empty
      )}
    </>
  )
}
