import { instantOf, wallTimeOf } from '@vakt/domain/time-zone.ts'
import type { Span } from '#web/ui/chart/span.ts'
import type { TimelineView } from './timeline-view.ts'

const dayMs = 86_400_000
const parse = (day: string) => new Date(`${day}T00:00:00Z`)
const write = (date: Date) => date.toISOString().slice(0, 10)

/** The calendar day of a moment in the zone, such as `2026-11-23`. */
export const dayOf = (at: number, timeZone: string): string => write(new Date(wallTimeOf(at, timeZone)))

function firstDay(view: TimelineView, day: string): Date {
  const date = parse(day)
  if (view === 'month') date.setUTCDate(1)
  if (view === 'week') date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7))
  return date
}

/** The day on which the period begins that is this many periods away from that of `day`. */
export function stepDay(view: TimelineView, day: string, steps: number): string {
  const date = firstDay(view, day)
  if (view === 'month') date.setUTCMonth(date.getUTCMonth() + steps)
  else date.setUTCDate(date.getUTCDate() + steps * (view === 'week' ? 7 : 1))
  return write(date)
}

/** From midnight to midnight in the zone: a day can have 23 or 25 hours. A week begins on Monday. */
export function timelineSpan(view: TimelineView, day: string, timeZone: string): Span {
  const midnight = (of: string) => instantOf(parse(of).getTime(), timeZone)
  return { from: midnight(stepDay(view, day, 0)), to: midnight(stepDay(view, day, 1)) }
}

/** How a period is written: `Mon 23 Nov 2026`, `23–29 Nov 2026`, `November 2026`. */
export function describeSpan(view: TimelineView, day: string, locale: string): string {
  const first = firstDay(view, day)
  const format = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options })
  if (view === 'month') return format({ month: 'long', year: 'numeric' }).format(first)
  const date = { day: 'numeric', month: 'short', year: 'numeric' } as const
  if (view === 'day') return format({ weekday: 'short', ...date }).format(first)
  return format(date).formatRange(first, new Date(first.getTime() + 6 * dayMs))
}
