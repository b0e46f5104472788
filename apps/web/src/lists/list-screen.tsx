import type { ReactNode } from 'react'
import { ColumnMenu, useChosenColumns } from './list-columns.tsx'
import { ListFrame, type ListFrameProps } from './list-frame.tsx'
import { ListRows, type ListRowsProps } from './list-rows.tsx'

type ListScreenProps<Search extends object, Rows extends object, Row> = Omit<ListFrameProps<Search, Rows>, 'bulk'> &
  Omit<ListRowsProps<Search, Rows, Row>, 'label'> & {
    /** What can be done with the rows of `selection`. */
    bulk?: ReactNode
    /** Names the table where the title does not. */
    label?: string
  }

/** A list page: filters, export, rows in each of their states, and a panel of details. Its search is declared by `listSearch`. */
export function ListScreen<Search extends object, Rows extends object, Row>(props: ListScreenProps<Search, Rows, Row>) {
  const {
    title,
    count,
    conclusion,
    tools,
    more,
    action,
    tabs,
    above,
    below,
    filters,
    onExport,
    panel,
    bulk,
    label = title,
    ...rows
  } = props
  const { screen, list, all, columns, selection } = rows
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
      {...{ screen, list, title, count, conclusion, action, tabs, above, below, filters, onExport, panel, all }}
      {...(more ? { more } : {})}
      bulk={selection && { selection, actions: bulk }}
    >
      <ListRows {...rows} columns={shown} label={label} />
    </ListFrame>
  )
}
