import { ColumnMenu, useChosenColumns } from './list-columns.tsx'
import { ListFrame, type ListFrameProps } from './list-frame.tsx'
import { ListRows, type ListRowsProps } from './list-rows.tsx'

type ListScreenProps<Search extends object, Rows extends object, Row> = ListFrameProps<Search, Rows> &
  Omit<ListRowsProps<Search, Rows, Row>, 'label'> & {
    /** Names the table where the title does not. */
    label?: string
  }

/** A list page: filters, export, rows in each of their states, and a panel of details. Its search is declared by `listSearch`. */
export function ListScreen<Search extends object, Rows extends object, Row>(props: ListScreenProps<Search, Rows, Row>) {
  const { title, count, conclusion, tools, action, above, filters, onExport, panel, label = title, ...rows } = props
  const { screen, list, all, columns } = rows
  const shown = useChosenColumns(screen.list, columns)
  const menu = screen.list ? <ColumnMenu list={screen.list} columns={columns} /> : null
  return (
    <ListFrame
      tools={
        <>
          {tools}
          {menu}
        </>
      }
      {...{ screen, list, title, count, conclusion, action, above, filters, onExport, panel, all }}
    >
      <ListRows {...rows} columns={shown} label={label} />
    </ListFrame>
  )
}
