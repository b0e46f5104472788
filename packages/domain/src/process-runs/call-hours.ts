import { wallTimeOf } from '@vakt/domain/time-zone.ts'

/** When a voice call may be made. Hours from 0 to 24 by the clocks of the zone; from the later to the earlier one it is over midnight. */
export type CallHours = { startHour: number; endHour: number; timeZone: string; useFullDayOnWeekends: boolean }

const hourMs = 3_600_000

/** Whether a call may be made at this instant (milliseconds since 1970). The same start and end are the whole day. */
export function mayCallAt({ startHour, endHour, timeZone, useFullDayOnWeekends }: CallHours, instant: number): boolean {
  const wall = wallTimeOf(instant, timeZone)
  const weekday = new Date(wall).getUTCDay()
  if (useFullDayOnWeekends && (weekday === 0 || weekday === 6)) return true
  const hour = (wall / hourMs) % 24
  if (startHour === endHour) return true
  return startHour < endHour ? hour >= startHour && hour < endHour : hour >= startHour || hour < endHour
}
