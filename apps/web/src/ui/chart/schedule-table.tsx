import { useTexts } from '#web/platform/texts.ts'
import styles from './chart-table.module.css'
import { scheduleTexts } from './schedule.texts.ts'
import type { ScheduleBar, ScheduleRow } from './schedule-timeline.tsx'
import type { TimeLabels } from './time-labels.ts'

type ScheduleTableProps = {
  label: string
  rowsLabel: string
  rows: readonly ScheduleRow[]
  /** Those of each row. */
  bars: readonly (readonly ScheduleBar[])[]
  labels: TimeLabels
}

/** The bars one below the other, row by row. */
export function ScheduleTable({ label, rowsLabel, rows, bars, labels }: ScheduleTableProps) {
  const words = useTexts(scheduleTexts)
  return (
    <table className={styles.table}>
      <caption>{label}</caption>
      <thead>
        <tr>
          <th scope="col">{rowsLabel}</th>
          <th scope="col">{words.what}</th>
          <th scope="col">{words.begins}</th>
          <th scope="col">{words.ends}</th>
        </tr>
      </thead>
      <tbody>
        {rows.flatMap((row, place) =>
          (bars[place] ?? []).map((bar) => (
            <tr key={bar.key}>
              <th scope="row">{row.label}</th>
              <td>{bar.state ? `${bar.label} (${bar.state})` : bar.label}</td>
              <td>{labels.exact(bar.from)}</td>
              <td>{bar.to === null ? words.open : labels.exact(bar.to)}</td>
            </tr>
          )),
        )}
      </tbody>
    </table>
  )
}
