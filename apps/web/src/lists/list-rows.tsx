import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { Page } from '@vakt/contract/operation.ts'
import type { ReactNode } from 'react'
import { NothingMatches } from '#web/ui/table/nothing-matches.tsx'
import { PagedRows } from '#web/ui/table/paged-rows.tsx'
import type { RowTableProps } from '#web/ui/table/row-table.tsx'
import { useRows } from '#web/ui/table/use-rows.ts'
import type { ListScreenState } from './use-list-screen.tsx'

export type ListRowsProps<Search extends object, Rows extends object, Row> = Pick<
  RowTableProps<Row>,
  'columns' | 'rowKey' | 'sorting' | 'selection' | 'onIntent'
> & {
  screen: ListScreenState<Search, Rows>
  list: UseInfiniteQueryResult<InfiniteData<Page<Row>>>
  /** Names the table. */
  label: string
  /** How many rows there are without filters, where that is known. */
  all?: number | undefined
  words: {
    /** What to say when nothing could be loaded. */
    failed: string
    /** Where nothing is left by the filters; a list without filters needs none. */
    nothingMatches?: string
  }
  /** What to show when there is nothing, filters or not. */
  empty: ReactNode
}

/** The rows of a list page in each of their states; the row whose details are open is marked. */
export function ListRows<Search extends object, Rows extends object, Row>(props: ListRowsProps<Search, Rows, Row>) {
  const { screen, list, all, words, empty, ...table } = props
  const rows = useRows(list.data)
  return (
    <PagedRows
      {...table}
      list={list}
      failed={words.failed}
      rows={rows}
      openKey={screen.openKey}
      empty={
        screen.isFiltered && words.nothingMatches ? (
          <NothingMatches title={words.nothingMatches} hidden={all} onClear={screen.clear} />
        ) : (
          empty
        )
      }
    />
  )
}
