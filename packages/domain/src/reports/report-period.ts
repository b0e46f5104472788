import type { Period } from '@vakt/domain/business-calendar.ts'
import { instantOf, wallTimeOf } from '@vakt/domain/time-zone.ts'

export type PeriodKind = 'month' | 'quarter' | 'range'

/** A period by days of the calendar, both included. */
export type ReportPeriod = { kind: PeriodKind; firstDay: string; lastDay: string }

/** A leap year. */
export const maxPeriodDays = 366

const dayMs = 86_400_000
const firstYear = 2000

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10)
const at = (day: string): number => Date.parse(`${day}T00:00:00Z`)

/** The day as it is written; undefined for what is no day of the calendar, such as `2026-02-29`. */
const readDay = (text: string | undefined): string | undefined =>
  text && !Number.isNaN(at(text)) && dayOf(at(text)) === text ? text : undefined

export const addDays = (day: string, days: number): string => dayOf(at(day) + days * dayMs)

export const countDays = ({ firstDay, lastDay }: Pick<ReportPeriod, 'firstDay' | 'lastDay'>): number =>
  Math.round((at(lastDay) - at(firstDay)) / dayMs) + 1

/** Every day of the period. */
export const dayList = (period: Pick<ReportPeriod, 'firstDay' | 'lastDay'>): string[] =>
  Array.from({ length: countDays(period) }, (_, index) => addDays(period.firstDay, index))

const monthsFrom = (kind: PeriodKind, year: number, month: number, months: number): ReportPeriod => ({
  kind,
  firstDay: dayOf(Date.UTC(year, month, 1)),
  lastDay: dayOf(Date.UTC(year, month + months, 0)),
})

/**
 * `2026-10`, `2026-Q4`, or two days joined by `--` as ISO 8601 joins them in file names: `2026-10-05--2026-11-04`. Undefined for
 * anything else, for a range that ends before it begins or is longer than `maxPeriodDays`, and before the year 2000.
 */
export function readPeriod(text: string): ReportPeriod | undefined {
  const [, year, month, quarter] = /^(\d{4})-(?:(0[1-9]|1[0-2])|Q([1-4]))$/.exec(text) ?? []
  if (year) {
    if (Number(year) < firstYear) return undefined
    return month
      ? monthsFrom('month', Number(year), Number(month) - 1, 1)
      : monthsFrom('quarter', Number(year), (Number(quarter) - 1) * 3, 3)
  }
  const [, from, to] = /^(\d{4}-\d\d-\d\d)--(\d{4}-\d\d-\d\d)$/.exec(text) ?? []
  const [firstDay, lastDay] = [readDay(from), readDay(to)]
  if (!firstDay || !lastDay || Number(firstDay.slice(0, 4)) < firstYear) return undefined
  const days = countDays({ firstDay, lastDay })
  return days >= 1 && days <= maxPeriodDays ? { kind: 'range', firstDay, lastDay } : undefined
}

/** As `readPeriod` reads it. */
export function writePeriod({ kind, firstDay, lastDay }: ReportPeriod): string {
  if (kind === 'month') return firstDay.slice(0, 7)
  if (kind === 'quarter') return `${firstDay.slice(0, 4)}-Q${Math.ceil(Number(firstDay.slice(5, 7)) / 3)}`
  return `${firstDay}--${lastDay}`
}

/** The month, quarter or number of days right before, or after, this one. */
export function stepPeriod({ kind, firstDay, lastDay }: ReportPeriod, steps: number): ReportPeriod {
  const [year = 0, month = 1] = firstDay.split('-').map(Number)
  const months = { month: 1, quarter: 3, range: 0 }[kind]
  if (months > 0) return monthsFrom(kind, year, month - 1 + steps * months, months)
  const days = countDays({ firstDay, lastDay }) * steps
  return { kind, firstDay: addDays(firstDay, days), lastDay: addDays(lastDay, days) }
}

/** Its first moment and the first one after it by the clock of this zone. */
export const boundsOf = ({ firstDay, lastDay }: ReportPeriod, timeZone: string): Period => ({
  from: instantOf(at(firstDay), timeZone),
  to: instantOf(at(addDays(lastDay, 1)), timeZone),
})

/** Today by the clock of this zone. */
export const todayIn = (timeZone: string, now: Date): string => dayOf(wallTimeOf(now.getTime(), timeZone))

/** The period of these days, both included: a month or a quarter where it is one. Undefined as in `readPeriod`. */
export function periodOfDays(firstDay: string, lastDay: string): ReportPeriod | undefined {
  const range = readPeriod(`${firstDay}--${lastDay}`)
  if (!range) return undefined
  const asMonth = readPeriod(firstDay.slice(0, 7))
  const asQuarter = readPeriod(writePeriod({ ...range, kind: 'quarter' }))
  return [asMonth, asQuarter].find((one) => one?.firstDay === firstDay && one.lastDay === lastDay) ?? range
}
