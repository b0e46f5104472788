import type { FigureRow } from '@vakt/domain/reports/report-rows.ts'
import type { ReactNode } from 'react'
import { LinkedFigure } from './linked-figure.tsx'
import styles from './reports.module.css'

type FigureTableProps = {
  title: string
  columns: readonly string[]
  rows: readonly FigureRow[]
  lead?: string | null
  chart?: ReactNode
  /** Where the list behind a figure is, by its key; undefined where there is none that the reader may see. */
  hrefOf?: (key: string) => string | undefined
  /** The same of the period before. */
  hrefBefore?: (key: string) => string | undefined
  children?: ReactNode
}

/** Figures of the period, each beside that of the period before; above them what they say, and a chart of it. */
export function FigureTable({ title, columns, rows, lead, chart, hrefOf, hrefBefore, children }: FigureTableProps) {
  return (
    <section>
      <h2>{title}</h2>
      {lead ? <p>{lead}</p> : null}
      {chart}
      <table className={`${styles.table} ${styles.compared}`} aria-label={title}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, label, now, before }) => (
            <tr key={key}>
              <th scope="row">{label}</th>
              <td>
                <LinkedFigure href={hrefOf?.(key)}>{now}</LinkedFigure>
              </td>
              <td>
                <LinkedFigure href={hrefBefore?.(key)}>{before}</LinkedFigure>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {children}
    </section>
  )
}
