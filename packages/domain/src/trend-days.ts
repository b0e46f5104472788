import { instantOf, wallTimeOf } from './time-zone.ts'

const day = 86_400_000
const trendDays = 30

/** The past 30 days of a time zone, today last, each with the instant at which it begins; some are an hour longer or shorter than others. */
export function readTrendDays(now: Date, timeZone: string): { date: string; startsAt: Date }[] {
  const today = Math.floor(wallTimeOf(now.getTime(), timeZone) / day) * day
  return Array.from({ length: trendDays }, (_, index) => {
    const midnight = today - (trendDays - 1 - index) * day
    return { date: new Date(midnight).toISOString().slice(0, 10), startsAt: new Date(instantOf(midnight, timeZone)) }
  })
}
