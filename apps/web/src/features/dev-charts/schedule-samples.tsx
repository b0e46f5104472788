import { useMemo, useState } from 'react'
import { useTexts } from '#web/platform/texts.ts'
import { type ScheduleBar, ScheduleTimeline } from '#web/ui/chart/schedule-timeline.tsx'
import styles from './dev-charts.module.css'
import { devChartsTexts } from './dev-charts.texts.ts'
import { day, end, hour } from './sample-series.ts'

const week = { from: Date.parse('2026-11-22T23:00:00Z'), to: Date.parse('2026-11-29T23:00:00Z') }
const autumnWeek = { from: Date.parse('2026-10-22T22:00:00Z'), to: Date.parse('2026-10-26T23:00:00Z') }
const oneDay = { from: week.from, to: week.from + day }
const now = end + 3 * hour

function useSampleBars(): ScheduleBar[] {
  const words = useTexts(devChartsTexts)
  return useMemo(
    () => [
      { key: 'ongoing', row: 'web', label: words.patching, from: end - hour, to: end + 9 * hour, look: 'solid', state: words.ongoing },
      {
        key: 'overlap',
        row: 'web',
        label: words.restart,
        from: end + 4 * hour,
        to: end + 26 * hour,
        look: 'outlined',
        state: words.planned,
      },
      { key: 'third', row: 'web', label: words.restart, from: end + 6 * hour, to: end + 16 * hour, look: 'dashed', state: words.awaiting },
      {
        key: 'weekly',
        row: 'sql',
        label: words.backup,
        from: end + 2 * day,
        to: end + 2 * day + 10 * hour,
        look: 'striped',
        state: words.recurring,
      },
      { key: 'later', row: 'sql', label: words.patching, from: end + 5 * day, to: null, look: 'outlined', state: words.planned },
      { key: 'before', row: 'duty', label: 'Oskar Lind', from: end - 3 * day, to: end + day, look: 'solid', isFixed: true },
      { key: 'gap', row: 'duty', label: words.uncovered, from: end + day, to: end + 2.5 * day, look: 'gap', isFixed: true },
      { key: 'after', row: 'duty', label: 'Linnea Åkesson-Strandberg', from: end + 2.5 * day, to: end + 6 * day, color: '--vakt-line-2' },
    ],
    [words],
  )
}

function EditableSample() {
  const words = useTexts(devChartsTexts)
  const samples = useSampleBars()
  const [changes, setChanges] = useState<Record<string, Pick<ScheduleBar, 'row' | 'from' | 'to'>>>({})
  const [created, setCreated] = useState<ScheduleBar[]>([])
  const [note, setNote] = useState('')
  const bars = [...samples, ...created].map((bar) => ({ ...bar, ...changes[bar.key] }))
  const show = ({ row, from, to }: { row: string; from: number; to: number }) =>
    `${row} ${new Date(from).toISOString()} – ${new Date(to).toISOString()}`
  return (
    <div className={styles.wide}>
      <h3>{words.windows}</h3>
      <ScheduleTimeline
        label={words.windows}
        rowsLabel={words.resource}
        rows={[
          { key: 'web', label: 'vm-web-01' },
          { key: 'sql', label: 'sql-orders-production-westeurope' },
          { key: 'empty', label: 'vm-batch-01' },
          { key: 'duty', label: words.onCall },
        ]}
        bars={bars}
        span={week}
        now={now}
        onOpen={(key) => setNote(words.opened(key))}
        onCreate={(placed) => {
          setCreated([...created, { ...placed, key: `new${created.length}`, label: words.newWindow, look: 'outlined' }])
          setNote(words.created(show(placed)))
        }}
        onChange={(key, placed) => {
          setChanges({ ...changes, [key]: placed })
          setNote(words.changed(`${key} ${show(placed)}`))
        }}
      />
      <p className={styles.dim}>{note || words.nothingDone}</p>
    </div>
  )
}

export function ScheduleSamples() {
  const words = useTexts(devChartsTexts)
  const bars = useSampleBars()
  const rows = [{ key: 'web', label: 'vm-web-01' }]
  const many = Array.from({ length: 20 }, (_, index) => ({
    key: `many${index}`,
    row: 'web',
    label: words.backup,
    from: week.from + ((index * 7 * hour) % day),
    to: week.from + ((index * 7 * hour) % day) + 2 * hour,
    look: 'striped' as const,
  }))
  const turning = [
    { key: 'night', row: 'web', label: 'Oskar Lind', from: Date.parse('2026-10-24T20:00Z'), to: Date.parse('2026-10-25T07:00Z') },
  ]
  return (
    <div className={styles.charts}>
      <EditableSample />
      {[
        { label: words.oneDay, rows, bars: bars.filter(({ row }) => row === 'web'), span: oneDay, now },
        { label: words.overlapping, rows, bars: many, span: oneDay, now },
        { label: words.autumnWeek, rows, bars: turning, span: autumnWeek },
        { label: words.noEntries, rows, bars: [], span: week, now },
        { label: words.noRows, rows: [], bars: [], span: week, now },
      ].map((sample) => (
        <div key={sample.label}>
          <h3>{sample.label}</h3>
          <ScheduleTimeline {...sample} rowsLabel={words.resource} />
        </div>
      ))}
    </div>
  )
}
