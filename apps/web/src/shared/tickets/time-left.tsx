import type { ServiceLevel } from '@vakt/contract/tickets/service-levels.ts'
import { CircleCheck, CirclePause, Clock, ClockAlert, type LucideIcon } from 'lucide-react'
import { type Format, useFormat } from '#web/platform/format.ts'
import { serverNow } from '#web/platform/server-clock.ts'
import { useTexts } from '#web/platform/texts.ts'
import { VisuallyHidden } from '#web/ui/display/visually-hidden.tsx'
import { useTicks } from '#web/ui/hooks/use-ticks.ts'
import { lookOf, minutesLeftAt, type TimeLeftLook } from './minutes-left.ts'
import styles from './time-left.module.css'
import { timeLeftTexts } from './time-left.texts.ts'

const icons: Record<TimeLeftLook, LucideIcon> = {
  calm: Clock,
  short: Clock,
  late: ClockAlert,
  missed: ClockAlert,
  paused: CirclePause,
  met: CircleCheck,
}

type Words = { [Key in keyof typeof timeLeftTexts.en]: (typeof timeLeftTexts.en)[Key] }

function explain(level: ServiceLevel, look: TimeLeftLook, words: Words, { exact, duration }: Pick<Format, 'exact' | 'duration'>): string {
  const clock = words.clocks[level.clock]
  const target = words.target(duration(level.targetMinutes, 'hours'), level.calendar)
  const isLate = look === 'late' || look === 'missed'
  const state = level.dueAt
    ? (isLate ? words.wasDue : words.due)(clock, exact(level.dueAt))
    : look === 'paused'
      ? words.waits(clock)
      : words.wasMet(clock)
  return `${state}\n${target}`
}

/** The time left on a clock of a ticket, counting down; on hover when it is due, by which target and calendar. */
export function TimeLeft({ level, withClock = true }: { level: ServiceLevel; withClock?: boolean }) {
  const words = useTexts(timeLeftTexts)
  const format = useFormat()
  useTicks()
  const now = serverNow()
  const look = lookOf(level, now)
  const Icon = icons[look]
  const minutes = minutesLeftAt(level, now)
  const time = format.duration(minutes, 'hours')
  const shown = {
    calm: words.left(time),
    short: words.left(time),
    late: minutes === 0 ? words.lateNow : words.late(time),
    paused: words.paused(time),
    met: words.met,
    missed: words.missed,
  }
  return (
    <span className={styles.time} data-look={look} title={explain(level, look, words, format)}>
      <Icon size={14} strokeWidth={2} aria-hidden="true" />
      {withClock ? <VisuallyHidden>{words.clocks[level.clock]}: </VisuallyHidden> : null}
      {shown[look]}
    </span>
  )
}
