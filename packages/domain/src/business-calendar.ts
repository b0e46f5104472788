import { type DayNumber, parseDay, swedishEves, swedishHolidays, weekdayOf, yearOf } from './swedish-holidays.ts'
import { instantOf, wallTimeOf } from './time-zone.ts'

/** `08:00` to `17:00`; `24:00` is the end of the day. */
export type OpeningHours = { opens: string; closes: string }

export type HolidayRule = 'none' | 'sweden' | 'sweden_with_eves'

/** When time counts. */
export type BusinessCalendar = {
  /** Of IANA. */
  timeZone: string
  alwaysOpen: boolean
  /** Monday first; null: closed. Counts for nothing while always open, nor do holidays and closed days. */
  week: readonly (OpeningHours | null)[]
  holidays: HolidayRule
  /** Days such as `2026-11-21`. */
  closedDays: readonly string[]
}

/** Milliseconds since 1970; `to` is not part of it any more. */
export type Period = { from: number; to: number }

export type BusinessClock = {
  /** The instant at which so much open time has passed. */
  add(from: number, openMilliseconds: number): number
  /** The open time in between, in milliseconds; negative when `to` is the earlier one. */
  between(from: number, to: number): number
  /** The open period that this instant is in, or the next one; null: open without end. */
  openPeriod(at: number): Period | null
}

const minute = 60_000
const day = 86_400_000
/** So far a calendar is searched for open time; every calendar that is let in opens far more often. */
const mostDays = 200_000

export function minutesOfDay(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

/** At least one day of the week on which it opens. */
export const everOpens = ({ alwaysOpen, week }: Pick<BusinessCalendar, 'alwaysOpen' | 'week'>): boolean =>
  alwaysOpen || week.some((hours) => hours !== null && minutesOfDay(hours.opens) < minutesOfDay(hours.closes))

function createClosedDays({ holidays, closedDays }: BusinessCalendar): (at: DayNumber) => boolean {
  const own = new Set(closedDays.map(parseDay))
  const years = new Map<number, ReadonlySet<DayNumber>>()
  const ofYear = (year: number) => {
    let days = years.get(year)
    if (!days) {
      days = new Set([...swedishHolidays(year), ...(holidays === 'sweden_with_eves' ? swedishEves(year) : [])])
      years.set(year, days)
    }
    return days
  }
  return (at) => own.has(at) || (holidays !== 'none' && ofYear(yearOf(at)).has(at))
}

const alwaysOpenClock: BusinessClock = {
  add: (from, openMilliseconds) => from + openMilliseconds,
  between: (from, to) => to - from,
  openPeriod: () => null,
}

/** Calculates with a calendar; keep it for many calculations, it remembers the days it has met. */
export function createBusinessClock(calendar: BusinessCalendar): BusinessClock {
  if (calendar.alwaysOpen) return alwaysOpenClock
  const isClosed = createClosedDays(calendar)
  const week = calendar.week.map((hours) => hours && { opens: minutesOfDay(hours.opens), closes: minutesOfDay(hours.closes) })
  const known = new Map<DayNumber, Period | null>()

  function findPeriod(at: DayNumber): Period | null {
    const hours = week[weekdayOf(at)]
    if (!hours || hours.opens >= hours.closes || isClosed(at)) return null
    const from = instantOf(at * day + hours.opens * minute, calendar.timeZone)
    const to = instantOf(at * day + hours.closes * minute, calendar.timeZone)
    return from < to ? { from, to } : null
  }

  function periodOf(at: DayNumber): Period | null {
    let period = known.get(at)
    if (period === undefined) {
      period = findPeriod(at)
      known.set(at, period)
    }
    return period
  }

  const dayOf = (instant: number): DayNumber => Math.floor(wallTimeOf(instant, calendar.timeZone) / day)

  /** The open periods that end after an instant, in their order. */
  function* periodsFrom(instant: number): Generator<Period> {
    const first = dayOf(instant)
    for (let at = first; at < first + mostDays; at += 1) {
      const period = periodOf(at)
      if (period && period.to > instant) yield period
    }
    throw new Error('This calendar never opens.')
  }

  function between(from: number, to: number): number {
    if (to < from) return -between(to, from)
    let sum = 0
    for (let at = dayOf(from), last = dayOf(to); at <= last; at += 1) {
      const period = periodOf(at)
      if (period) sum += Math.max(0, Math.min(period.to, to) - Math.max(period.from, from))
    }
    return sum
  }

  return {
    between,
    add(from, openMilliseconds) {
      let left = openMilliseconds
      for (const period of periodsFrom(from)) {
        const start = Math.max(period.from, from)
        if (left <= period.to - start) return start + left
        left -= period.to - start
      }
      return from
    },
    openPeriod(at) {
      const next = periodsFrom(at).next().value
      return next ?? null
    },
  }
}
