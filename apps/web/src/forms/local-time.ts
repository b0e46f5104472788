import { instantOf, wallTimeOf } from '@vakt/domain/time-zone.ts'

/** What a date and time field shows of a moment in the zone, such as `2026-11-22T22:00`; empty for what is no moment. */
export function toLocalTime(moment: string, timeZone: string): string {
  const instant = Date.parse(moment)
  return Number.isNaN(instant) ? '' : new Date(wallTimeOf(instant, timeZone)).toISOString().slice(0, 16)
}

/** The moment at which the clocks of the zone show this; of a time that comes twice the first. Empty for what is no time. */
export function fromLocalTime(local: string, timeZone: string): string {
  const wallTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(local) ? Date.parse(`${local}:00Z`) : Number.NaN
  return Number.isNaN(wallTime) ? '' : new Date(instantOf(wallTime, timeZone)).toISOString()
}

/** `UTC+1`, `UTC−3:30`, `UTC`. */
export function writeOffset(minutes: number): string {
  if (minutes === 0) return 'UTC'
  const rest = Math.abs(minutes) % 60
  const hours = Math.floor(Math.abs(minutes) / 60)
  return `UTC${minutes < 0 ? '−' : '+'}${hours}${rest === 0 ? '' : `:${String(rest).padStart(2, '0')}`}`
}

/** The offset of the zone from UTC at this moment, in minutes. */
export const offsetAt = (instant: number, timeZone: string): number => (wallTimeOf(instant, timeZone) - instant) / 60_000
