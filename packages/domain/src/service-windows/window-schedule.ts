import type { Recurrence } from '@vakt/contract/service-windows/recurrence.ts'
import { type WindowRepeats, windowLimits } from '@vakt/contract/service-windows/service-windows.ts'
import { checkRecurrence, cronOf, explainCron, firstStartOf, nextOccurrences } from '@vakt/domain/recurrence.ts'

/** One occurrence: half open, milliseconds since 1970. */
export type Span = { startsAt: number; endsAt: number }

export type WindowProblem = { property: string; message: string; key: string }

type Scheduled = { schedule: Recurrence; durationInSeconds: number }

const second = 1000
const minute = 60 * second
const day = 24 * 60 * minute
/** How many starts the shortest period is looked for in: some weeks of a daily window. */
const comparedStarts = 60

const never = new Date(-8_640_000_000_000)
const startsOf = (schedule: Recurrence, after: Date, count: number) => nextOccurrences(schedule, after, count).map(({ at }) => at.getTime())

/** What is wrong with the schedule of a window; empty where nothing is. `now` is when it is created or changed. */
export function checkWindowSchedule({ schedule, durationInSeconds }: Scheduled, now: Date): WindowProblem[] {
  const wrong = checkRecurrence(schedule)
  if (wrong === 'recurrence.cron_invalid') {
    const reason = explainCron(schedule)
    return [{ property: 'schedule.cron', message: `Invalid format${reason ? `: ${reason}` : ''}`, key: 'service_window.cron_invalid' }]
  }
  if (wrong === 'recurrence.start_missing') return [problem('startsAt', 'Choose when it starts.', wrong)]
  if (wrong === 'recurrence.start_unknown') return [problem('startsAt', 'This date does not exist. Choose a day from 1970 to 2199.', wrong)]
  if (wrong === 'recurrence.weekday_missing') return [problem('weekdays', 'Choose at least one day of the week.', wrong)]
  if (wrong === 'recurrence.ends_before_start') return [problem('endsOn', 'The last day is before the first start.', wrong)]
  if (wrong)
    return [problem(schedule.repeats === 'cron' ? 'cron' : 'endsOn', 'It would not start within ten years. Choose other times.', wrong)]
  return checkPeriod({ schedule, durationInSeconds }, now)
}

const problem = (field: keyof Recurrence, message: string, key: string): WindowProblem => ({ property: `schedule.${field}`, message, key })

function checkPeriod({ schedule, durationInSeconds }: Scheduled, now: Date): WindowProblem[] {
  const durationMs = durationInSeconds * second
  if (startsOf(schedule, new Date(now.getTime() - durationMs), 1).length === 0)
    return [problem('startsAt', 'It would be over already. Choose a later time.', 'service_window.already_over')]
  const periodMs = shortestPeriod(schedule)
  if (periodMs === null) return []
  if (periodMs < windowLimits.minPeriodInSeconds * second)
    return [problem('cron', 'It may start every five minutes at most.', 'service_window.period_short')]
  if (durationMs <= periodMs) return []
  const message = 'It would start again before it has ended. Make it shorter, or let it start less often.'
  return [{ property: 'durationInSeconds', message, key: 'service_window.longer_than_period' }]
}

/** By clocks that never change: where a day has an hour less, the next occurrence begins when the one before it ends. */
function shortestPeriod(schedule: Recurrence): number | null {
  if (schedule.repeats === 'once' || schedule.endsAfter === 1) return null
  const starts = startsOf({ ...schedule, timeZone: 'UTC' }, never, comparedStarts)
  const periods = starts.slice(1).map((start, index) => start - (starts[index] as number))
  return periods.length > 0 ? Math.min(...periods) : null
}

/**
 * The next occurrences of a window that end after `after`, at most `count`. One that would reach into the next ends where that begins.
 */
export function occurrencesAfter({ schedule, durationInSeconds }: Scheduled, after: Date, count: number): Span[] {
  const durationMs = durationInSeconds * second
  const starts = startsOf(schedule, new Date(after.getTime() - durationMs), count + 1)
  const spans = starts.map((startsAt, index) => ({ startsAt, endsAt: Math.min(startsAt + durationMs, starts[index + 1] ?? Infinity) }))
  return spans.filter(({ endsAt }) => endsAt > after.getTime()).slice(0, count)
}

/** When it starts for the first time. */
export const firstStart = (schedule: Recurrence): Date => new Date(startsOf(schedule, never, 1)[0] ?? firstStartOf(schedule))

/** When its last occurrence ends; null where there is no last one. */
export function lastEnd({ schedule, durationInSeconds }: Scheduled): Date | null {
  const { repeats, endsAfter, endsOn } = schedule
  const durationMs = durationInSeconds * second
  if (repeats === 'once' || endsAfter === 1) return new Date(firstStart(schedule).getTime() + durationMs)
  if (endsAfter !== null) {
    const starts = startsOf(schedule, never, endsAfter)
    const last = starts.at(-1)
    return last === undefined || (starts.length < endsAfter && endsOn === null) ? null : new Date(last + durationMs)
  }
  if (endsOn === null) return null
  const before = (days: number) => startsOf(schedule, new Date(Date.parse(`${endsOn}T00:00:00Z`) - days * day), 2000).at(-1)
  const last = before(2) ?? before(370) ?? before(3700)
  return new Date((last ?? firstStart(schedule).getTime()) + durationMs)
}

/** Five fields in the time zone of the schedule; null where it starts once. */
export const cronExpressionOf = (schedule: Recurrence): string | null =>
  schedule.repeats === 'once' || schedule.endsAfter === 1 ? null : cronOf(schedule)

/** Of cron expressions that start once an hour, once a day, on some days of the week or on one day of the month. */
const cronRepeats: [RegExp, WindowRepeats][] = [
  [/^\d+ \* \* \* \*$/, 'hourly'],
  [/^\d+ \d+ [*?] \* [*?]$/, 'daily'],
  [/^\d+ \d+ [*?] \* (?:[0-7]|[a-z]{3})(?:[,-](?:[0-7]|[a-z]{3}))*$/i, 'weekly'],
  [/^\d+ \d+ (?:\d+|L) \* [*?]$/i, 'monthly'],
]

/** How a window repeats: as it was chosen, and of a cron expression what comes to the same. */
export function repeatsOf(schedule: Recurrence): WindowRepeats {
  const { repeats, endsAfter } = schedule
  if (repeats === 'once' || endsAfter === 1) return 'never'
  if (repeats !== 'cron') return repeats
  const written = schedule.cron.trim().replaceAll(/\s+/g, ' ')
  return cronRepeats.find(([pattern]) => pattern.test(written))?.[1] ?? 'custom'
}
