/** Days are texts such as `2026-11-21`; of a period both ends belong to it. */
export type Period = { from?: string | undefined; to?: string | undefined }

const dayMilliseconds = 86_400_000
const toDay = (milliseconds: number) => new Date(milliseconds).toISOString().slice(0, 10)

export const addDays = (day: string, days: number): string => toDay(Date.parse(day) + days * dayMilliseconds)

/** The same day of a month before or after, or the last day of one that is shorter. */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return toDay(Date.UTC(year, month - 1 + months, Math.min(date, last)))
}

const startOfMonth = (day: string): string => `${day.slice(0, 7)}-01`

/** The weeks, from Monday on, in which the month of this day lies. */
export function weeksOfMonth(day: string): string[][] {
  const first = startOfMonth(day)
  const start = addDays(first, -((new Date(first).getUTCDay() + 6) % 7))
  const end = addMonths(first, 1)
  const weeks: string[][] = []
  for (let monday = start; monday < end; monday = addDays(monday, 7)) weeks.push(Array.from({ length: 7 }, (_, at) => addDays(monday, at)))
  return weeks
}

export const periodNames = ['today', 'yesterday', 'last7', 'last30', 'thisMonth', 'lastMonth'] as const
export type PeriodName = (typeof periodNames)[number]

export function namedPeriods(today: string): Record<PeriodName, Required<Period>> {
  const month = startOfMonth(today)
  return {
    today: { from: today, to: today },
    yesterday: { from: addDays(today, -1), to: addDays(today, -1) },
    last7: { from: addDays(today, -6), to: today },
    last30: { from: addDays(today, -29), to: today },
    thisMonth: { from: month, to: addDays(addMonths(month, 1), -1) },
    lastMonth: { from: addMonths(month, -1), to: addDays(month, -1) },
  }
}

const twoDigits = (value: number) => String(value).padStart(2, '0')

/** The day of a moment where the browser is; of the end of a period the last day of it. */
export function dayOfMoment(written: string | undefined, isEnd = false): string | undefined {
  if (written === undefined || written.length === 10) return written
  const at = new Date(Date.parse(written) - (isEnd ? 1 : 0))
  return `${at.getFullYear()}-${twoDigits(at.getMonth() + 1)}-${twoDigits(at.getDate())}`
}
