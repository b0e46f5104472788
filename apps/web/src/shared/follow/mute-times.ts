import { instantOf, wallTimeOf } from '@vakt/domain/time-zone.ts'

const hour = 3_600_000
const day = 24 * hour
const monday = 1

/** The times that are offered, as instants: on a Sunday tomorrow is Monday, and offered once. */
export function muteTimesAt(now: number, timeZone: string): { inOneHour: number; tomorrow: number; monday: number | null } {
  const wallTime = wallTimeOf(now, timeZone)
  const midnight = wallTime - (wallTime % day)
  const weekday = new Date(midnight).getUTCDay()
  const daysToMonday = (monday - weekday + 7) % 7 || 7
  const morningIn = (days: number) => instantOf(midnight + days * day + 8 * hour, timeZone)
  return { inOneHour: now + hour, tomorrow: morningIn(1), monday: daysToMonday === 1 ? null : morningIn(daysToMonday) }
}
