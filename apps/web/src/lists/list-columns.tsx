import { useQuery } from '@tanstack/react-query'
import type { ListKey } from '@vakt/contract/list-views.ts'
import { lazy, Suspense, useMemo } from 'react'
import type { Column } from '#web/ui/table/row-table.tsx'
import { choiceOf, listViewsQuery } from './list-view-queries.ts'

const LazyMenu = lazy(() => import('./column-menu.tsx').then((module) => ({ default: module.ColumnMenu })))

/** What of a column is chosen by. */
export type ChosenColumn = Pick<Column<never>, 'key' | 'label' | 'phone'>

/** The column that holds the link of the row always stays: on a phone it is the first of the first line. */
export const isFixed = (column: ChosenColumn, columns: readonly ChosenColumn[]): boolean =>
  column === columns.find(({ phone }) => phone === 'first')

/** The columns that the user chose for this list; all until they choose. */
export function useChosenColumns<Chosen extends ChosenColumn>(list: ListKey | undefined, columns: Chosen[]): Chosen[] {
  const { data } = useQuery({ ...listViewsQuery, enabled: list !== undefined })
  const chosen = choiceOf(data, list)?.columns
  return useMemo(
    () => (chosen ? columns.filter((column) => chosen.includes(column.key) || isFixed(column, columns)) : columns),
    [chosen, columns],
  )
}

/** Which columns a list shows, chosen one by one and kept for the user. */
export const ColumnMenu = (props: { list: ListKey; columns: readonly ChosenColumn[] }) => (
  <Suspense>
    <LazyMenu {...props} />
  </Suspense>
)
