import type { Recurrence } from '@vakt/contract/recurrence.ts'
import { Cron } from 'croner'
import { instantOf, wallTimeOf } from './time-zone.ts'

/** What is wrong with a recurrence: keys of messages. */
export type RecurrenceProblem =
  | 'recurrence.start_missing'
  | 'recurrence.weekday_missing'
  | 'recurrence.cron_invalid'
  | 'recurrence.ends_before_start'
  | 'recurrence.never'

/** One start; the offset of the zone from UTC at that moment, in minutes. */
export type Occurrence = { at: Date; offsetMinutes: number }

/** Of croner, whose week begins on Sunday with 0. */
const cronWeekday = (weekday: number) => (weekday + 1) % 7

/** The cron expression of a recurrence, in its time zone. */
export function cronOf({ repeats, startsAt, weekdays, monthDay, cron }: Recurrence): string {
  const time = `${Number(startsAt.slice(14, 16))} ${Number(startsAt.slice(11, 13))}`
  if (repeats === 'weekly') return `${time} * * ${weekdays.map(cronWeekday).join(',')}`
  if (repeats === 'monthly') return `${time} ${monthDay ?? 'L'} * *`
  return repeats === 'cron' ? cron.trim() : `${time} * * *`
}

const readPattern = (recurrence: Recurrence) =>
  new Cron(cronOf(recurrence), { timezone: recurrence.timeZone, paused: true, mode: '5-part' })

/** The moment from which on it may start. */
export const firstStartOf = ({ startsAt, timeZone }: Recurrence) => new Date(instantOf(Date.parse(`${startsAt}:00Z`), timeZone))

/** The moment after which it starts no more, by `endsOn`; null: no end. */
const endOf = ({ endsOn, timeZone }: Recurrence) =>
  endsOn === null ? null : new Date(instantOf(Date.parse(`${endsOn}T00:00:00Z`) + 86_400_000, timeZone))

/** How many starts are looked through for the first one after a moment where the count of all limits them. */
const maxCounted = 1000

function startsFrom(recurrence: Recurrence, after: Date, count: number): Date[] {
  const first = firstStartOf(recurrence)
  if (recurrence.repeats === 'once') return first > after ? [first] : []
  const pattern = readPattern(recurrence)
  const beforeFirst = new Date(first.getTime() - 1)
  if (recurrence.endsAfter === null) return pattern.nextRuns(count, after > beforeFirst ? after : beforeFirst)
  const all = pattern.nextRuns(Math.min(recurrence.endsAfter, maxCounted), beforeFirst)
  return all.filter((at) => at > after).slice(0, count)
}

/**
 * The next starts after a moment, at most `count`. A time that the clocks skip becomes the one they jump to; one that comes twice counts the
 * first time. Throws on a cron expression that cannot be read: see `checkRecurrence`.
 */
export function nextOccurrences(recurrence: Recurrence, after: Date, count: number): Occurrence[] {
  const end = endOf(recurrence)
  return startsFrom(recurrence, after, count)
    .filter((at) => end === null || at < end)
    .map((at) => ({ at, offsetMinutes: (wallTimeOf(at.getTime(), recurrence.timeZone) - at.getTime()) / 60_000 }))
}

/** What is wrong with it; null when it starts at least once. */
export function checkRecurrence(recurrence: Recurrence): RecurrenceProblem | null {
  const { startsAt, repeats, weekdays, endsOn } = recurrence
  if (!startsAt) return 'recurrence.start_missing'
  if (repeats === 'once') return null
  if (repeats === 'weekly' && weekdays.length === 0) return 'recurrence.weekday_missing'
  if (endsOn !== null && endsOn < startsAt.slice(0, 10)) return 'recurrence.ends_before_start'
  try {
    return nextOccurrences(recurrence, new Date(0), 1).length > 0 ? null : 'recurrence.never'
  } catch {
    return 'recurrence.cron_invalid'
  }
}

/** Why its cron expression cannot be read, as the library says it; null where it can. */
export function explainCron(recurrence: Recurrence): string | null {
  try {
    readPattern(recurrence)
    return null
  } catch (error) {
    return error instanceof Error ? error.message.replace(/^CronPattern: /, '') : String(error)
  }
}
