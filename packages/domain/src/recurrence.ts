import type { Recurrence } from '@vakt/contract/service-windows/recurrence.ts'
import { Cron } from 'croner'
import { instantOf, wallTimeOf } from './time-zone.ts'

/** What is wrong with a recurrence: keys of messages. */
export type RecurrenceProblem =
  | 'recurrence.start_missing'
  | 'recurrence.start_unknown'
  | 'recurrence.weekday_missing'
  | 'recurrence.cron_invalid'
  | 'recurrence.ends_before_start'
  | 'recurrence.never'

/** One start; the offset of the zone from UTC at that moment, in minutes. */
export type Occurrence = { at: Date; offsetMinutes: number }

const day = 86_400_000
/** What does not start again within so many milliseconds counts as over: ten years. */
const lookAheadMs = 3660 * day
const firstYear = 1970
const lastYear = 2199
const farthest = Date.UTC(lastYear + 1, 0, 1)

/** Of croner, whose week begins on Sunday with 0. */
const cronWeekday = (weekday: number) => (weekday + 1) % 7

/** The cron expression of a recurrence, in its time zone. */
export function cronOf({ repeats, startsAt, weekdays, monthDay, cron }: Recurrence): string {
  const time = `${Number(startsAt.slice(14, 16))} ${Number(startsAt.slice(11, 13))}`
  if (repeats === 'weekly') return `${time} * * ${[...new Set(weekdays)].map(cronWeekday).join(',')}`
  if (repeats === 'monthly') return `${time} ${monthDay ?? 'L'} * *`
  return repeats === 'cron' ? cron.trim() : `${time} * * *`
}

const readPattern = (recurrence: Recurrence) =>
  new Cron(cronOf(recurrence), { timezone: recurrence.timeZone, paused: true, mode: '5-part' })

/** Whether the calendar has this day. */
function isDay(text: string): boolean {
  const at = new Date(`${text}T00:00:00Z`)
  const year = at.getUTCFullYear()
  return year >= firstYear && year <= lastYear && at.toISOString().slice(0, 10) === text
}

const quarter = 900_000

/** The instant at which the clock shows this. Of a time that comes twice the first; one that the clock jumps over is the moment of the jump. */
function startInstantOf(wallTime: number, timeZone: string): number {
  const instant = instantOf(wallTime, timeZone)
  if (wallTimeOf(instant, timeZone) === wallTime) return instant
  // `instantOf` lands behind the jump: back to the first moment that has the new offset.
  const offset = wallTimeOf(instant, timeZone) - instant
  let jump = Math.floor(instant / quarter) * quarter
  while (wallTimeOf(jump - quarter, timeZone) - (jump - quarter) === offset) jump -= quarter
  return jump
}

/** The moment from which on it may start. */
export const firstStartOf = ({ startsAt, timeZone }: Recurrence) => new Date(startInstantOf(Date.parse(`${startsAt}:00Z`), timeZone))

/** The moment after which it starts no more, by `endsOn`. */
const endOf = ({ endsOn, timeZone }: Recurrence) =>
  endsOn === null ? farthest : Math.min(instantOf(Date.parse(`${endsOn}T00:00:00Z`) + day, timeZone), farthest)

/** The starts after a moment, one after the other: each is looked for when it is asked for. */
function* runsAfter(recurrence: Recurrence, moment: number): Generator<number, undefined> {
  const pattern = readPattern(recurrence)
  const end = endOf(recurrence)
  for (let last = moment; ; ) {
    const next = pattern.nextRun(new Date(last))?.getTime() ?? Number.POSITIVE_INFINITY
    if (next >= end || next - last > lookAheadMs) return
    yield next
    last = next
  }
}

/** By recurrence its first starts, as far as they were counted: only where the count of all limits them. */
const counted = new WeakMap<Recurrence, number[]>()

/** Counts from the first start on, since `endsAfter` does; no further than what is asked for. */
function countedStarts(recurrence: Recurrence, maxStarts: number, after: number, count: number): number[] {
  const known = counted.get(recurrence) ?? []
  counted.set(recurrence, known)
  let found = known.filter((at) => at > after).length
  const more = runsAfter(recurrence, known.at(-1) ?? firstStartOf(recurrence).getTime() - 1)
  while (known.length < maxStarts && found < count) {
    const { value } = more.next()
    if (value === undefined) break
    known.push(value)
    if (value > after) found++
  }
  return known.filter((at) => at > after).slice(0, count)
}

function startsAfter(recurrence: Recurrence, after: number, count: number): number[] {
  const first = firstStartOf(recurrence).getTime()
  if (recurrence.repeats === 'once') return first > after ? [first] : []
  if (recurrence.endsAfter !== null) return countedStarts(recurrence, recurrence.endsAfter, after, count)
  const found: number[] = []
  const runs = runsAfter(recurrence, Math.max(after, first - 1))
  for (let run = runs.next(); found.length < count && run.value !== undefined; run = runs.next()) found.push(run.value)
  return found
}

/** The offset of its zone from UTC at a moment, in minutes. */
export const offsetMinutesAt = ({ timeZone }: Recurrence, moment: number): number => (wallTimeOf(moment, timeZone) - moment) / 60_000

/**
 * The next starts after a moment, at most `count`. A fixed time that the clocks skip becomes the moment of the jump; one that comes twice counts
 * the first time. Throws on a cron expression that cannot be read: see `checkRecurrence`.
 */
export const nextOccurrences = (recurrence: Recurrence, after: Date, count: number): Occurrence[] =>
  startsAfter(recurrence, after.getTime(), count).map((at) => ({ at: new Date(at), offsetMinutes: offsetMinutesAt(recurrence, at) }))

/** What is wrong with it; null when it starts at least once. */
export function checkRecurrence(recurrence: Recurrence): RecurrenceProblem | null {
  const { startsAt, repeats, weekdays, endsOn, cron } = recurrence
  if (!startsAt) return 'recurrence.start_missing'
  if (!isDay(startsAt.slice(0, 10))) return 'recurrence.start_unknown'
  if (repeats === 'once') return null
  if (repeats === 'weekly' && weekdays.length === 0) return 'recurrence.weekday_missing'
  // Nicknames such as `@daily`, which the library knows, are not the five fields that are asked for.
  if (repeats === 'cron' && cron.trim().startsWith('@')) return 'recurrence.cron_invalid'
  if (endsOn !== null && endsOn < startsAt.slice(0, 10)) return 'recurrence.ends_before_start'
  try {
    return nextOccurrences(recurrence, new Date(0), 1).length > 0 ? null : 'recurrence.never'
  } catch {
    return 'recurrence.cron_invalid'
  }
}

/** Why its cron expression cannot be read, as the library says it; null where it can. */
export function explainCron(recurrence: Recurrence): string | null {
  if (recurrence.cron.trim().startsWith('@')) return 'write five fields: minute, hour, day, month, weekday'
  try {
    readPattern(recurrence)
    return null
  } catch (error) {
    return error instanceof Error ? error.message.replace(/^CronPattern: /, '') : String(error)
  }
}
