import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { OnCallSchedule, OnCallShift } from '@vakt/contract/on-call/on-call.ts'
import { instantOf, wallTimeOf } from '@vakt/domain/time-zone.ts'
import { useMemo, useState } from 'react'
import { type Texts, useTexts } from '#web/platform/texts.ts'
import { useTimeZone } from '#web/platform/time-zone.ts'
import { type ScheduleBar, ScheduleTimeline } from '#web/ui/chart/schedule-timeline.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { ErrorState } from '#web/ui/page/error-state.tsx'
import styles from './on-call.module.css'
import { onCallTexts } from './on-call.texts.ts'
import { shiftsQuery } from './on-call-queries.ts'
import type { PlannedOverride } from './override-dialog.tsx'

const day = 86_400_000
const weeksShown = 2
const resultRow = 'result'

type Words = Pick<typeof onCallTexts.en, 'nobody' | 'states'>

const colours = ['--vakt-line-1', '--vakt-line-2', '--vakt-line-3', '--vakt-line-4', '--vakt-line-6'] as const

/** *KL* of Karin Lindqvist. */
const initialsOf = (name: string) =>
  name
    .split(/[\s-]+/)
    .map(([first = '']) => first.toUpperCase())
    .join('')
    .slice(0, 3)

/** One colour for each person of the schedule, the same in all of its rows; those who only take over get the ones that are left. */
function coloursOf(shifts: readonly OnCallShift[], { layers }: OnCallSchedule): Map<string, string> {
  const planned = layers.flatMap(({ people }) => people.map(({ name }) => name))
  const names = new Set([...planned, ...shifts.flatMap(({ person }) => (person ? [person.name] : []))])
  return new Map([...names].map((name, index) => [name, colours[index % colours.length] ?? '']))
}

function barOf(shift: OnCallShift, row: string, words: Words, colourOf: Map<string, string>): ScheduleBar {
  const [from, to] = [Date.parse(shift.from), Date.parse(shift.to)]
  const key = shift.overrideId && row === resultRow ? shift.overrideId : `${row} ${from}`
  const common = { key, row, from, to, isFixed: true }
  if (!shift.person) return { ...common, label: words.nobody, look: 'gap', state: words.states.gap }
  return {
    ...common,
    label: shift.person.name,
    short: initialsOf(shift.person.name),
    color: colourOf.get(shift.person.name) ?? '',
    look: shift.overrideId ? 'outlined' : 'solid',
    state: shift.overrideId ? words.states.override : words.states.turn,
    meaning: shift.overrideId ? `${shift.person.name}, ${words.states.override}` : shift.person.name,
  }
}

type OnCallTimelineProps = {
  schedule: OnCallSchedule
  /** Drawn over the row of who is on call. */
  onPlan: (planned: PlannedOverride) => void
  onOpenOverride: (overrideId: string, name: string) => void
}

/** Two weeks: who is on call on top, the shifts of each layer below, the one that overrides the others first. */
export function OnCallTimeline({ schedule, onPlan, onOpenOverride }: OnCallTimelineProps) {
  const words = useTexts(onCallTexts)
  const timeZone = useTimeZone()
  const [shift, setShift] = useState(0)
  const span = useMemo(() => {
    const today = Math.floor(wallTimeOf(Date.parse(schedule.asOf), timeZone) / day) * day
    const begin = today + shift * 7 * day
    return { from: instantOf(begin, timeZone), to: instantOf(begin + weeksShown * 7 * day, timeZone) }
  }, [schedule.asOf, timeZone, shift])
  const found = useQuery({ ...shiftsQuery(schedule.scheduleId, span.from, span.to), placeholderData: keepPreviousData })
  const rows = useMemo(
    () => [
      { key: resultRow, label: words.onCall },
      ...schedule.layers.map((_, index) => ({ key: `${index}`, label: words.layer(index + 1) })).toReversed(),
    ],
    [schedule.layers, words],
  )
  const bars = useMemo(() => {
    if (!found.data) return []
    const colourOf = coloursOf(found.data.shifts, schedule)
    const ofLayers = found.data.layers.flatMap((turns, index) => turns.map((turn) => barOf(turn, `${index}`, words, colourOf)))
    const planned = found.data.shifts.filter(({ isOutsideHours }) => !isOutsideHours)
    return [...planned.map((one) => barOf(one, resultRow, words, colourOf)), ...ofLayers]
  }, [found.data, words, schedule])
  if (found.isError && !found.data) return <ErrorState title={words.failed} error={found.error} onRetry={() => void found.refetch()} />
  const nameOf = (key: string) => found.data?.shifts.find(({ overrideId }) => overrideId === key)?.person?.name
  return (
    <div className={styles.timeline}>
      <Steps words={words} onStep={(by) => setShift(by === 0 ? 0 : shift + by)} />
      <ScheduleTimeline
        label={words.timeline(schedule.name)}
        rowsLabel={words.rows}
        rows={rows}
        bars={bars}
        span={span}
        snapMs={1_800_000}
        onCreate={onPlan}
        onOpen={(key) => {
          const name = nameOf(key)
          if (name !== undefined) onOpenOverride(key, name)
        }}
      />
    </div>
  )
}

function Steps({ words, onStep }: { words: Texts<typeof onCallTexts.en>['en']; onStep: (by: number) => void }) {
  return (
    <div className={styles.steps}>
      <Button size="compact-sm" variant="default" onClick={() => onStep(-1)}>
        {words.earlier}
      </Button>
      <Button size="compact-sm" variant="default" onClick={() => onStep(0)}>
        {words.today}
      </Button>
      <Button size="compact-sm" variant="default" onClick={() => onStep(1)}>
        {words.later}
      </Button>
    </div>
  )
}
