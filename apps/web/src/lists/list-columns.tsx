import { lazy, Suspense, useMemo } from 'react'
import type { ListName } from '#web/platform/list-search.ts'
import type { MenuItem } from '#web/ui/controls/menu-button.tsx'
import type { Column } from '#web/ui/table/row-table.tsx'
import { useListViews } from './list-view-queries.ts'

const LazyMenu = lazy(() => import('./column-menu.tsx').then((module) => ({ default: module.ColumnMenu })))

/** What of a column is chosen by. */
export type ChosenColumn = Pick<Column<never>, 'key' | 'label' | 'phone' | 'width' | 'choice'>

/** The column that holds the link of the row always stays: on a phone it is the first of the first line. */
export const isFixed = (column: ChosenColumn, columns: readonly ChosenColumn[]): boolean =>
  column.choice === 'always' || column === columns.find(({ phone }) => phone === 'first')

const remsOf = ({ width = '' }: ChosenColumn) => (width.endsWith('rem') ? Number.parseFloat(width) : 0)
/** A number or a mark: narrower it could not be read. */
const narrowRems = 5

/** As wide as each is, or where many are chosen all narrower by the same share: the column without a width must be read. */
function leaveRoom<Chosen extends ChosenColumn>(columns: Chosen[]): Chosen[] {
  const wide = columns.map(remsOf).filter((rems) => rems >= narrowRems)
  const sum = wide.reduce((rems, one) => rems + one, 0)
  return columns.map((column) =>
    remsOf(column) < narrowRems ? column : { ...column, width: `min(${column.width}, (100vw - 25rem) * ${remsOf(column) / sum})` },
  )
}

/** The columns that the user chose for this list; until they choose, all but those that are only there when asked for. */
export function useChosenColumns<Chosen extends ChosenColumn>(list: ListName | undefined, columns: Chosen[]): Chosen[] {
  const chosen = useListViews(list)?.columns
  return useMemo(() => {
    const isChosen = ({ key, choice }: Chosen) => (chosen ? chosen.includes(key) : choice !== 'asked')
    const shown = columns.filter((column) => isFixed(column, columns) || isChosen(column))
    return columns.some(({ choice }) => choice === 'asked') ? leaveRoom(shown) : shown
  }, [chosen, columns])
}

/** Which columns a list shows, chosen one by one and kept for the user; `more` are those that stand in the address. */
export const ColumnMenu = (props: { list: ListName; columns: readonly ChosenColumn[]; more?: MenuItem[] }) => (
  <Suspense>
    <LazyMenu {...props} />
  </Suspense>
)
