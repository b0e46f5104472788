import type { Format } from '#web/platform/format.ts'
import { serverNow } from '#web/platform/server-clock.ts'

export type Times = { startsAt: string; endsAt: string }
type When = Pick<Format, 'locale' | 'timeZone'>

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf({ locale, timeZone }: When, withYear: boolean): Intl.DateTimeFormat {
  const key = `${locale} ${timeZone} ${withYear}`
  const known = formats.get(key)
  if (known) return known
  const made = new Intl.DateTimeFormat(locale, {
    timeZone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    ...(withYear ? { year: 'numeric' } : {}),
    hour: '2-digit',
    minute: '2-digit',
  })
  formats.set(key, made)
  return made
}

/** The worker settles a window within seconds of its end. */
const graceMs = 2 * 60_000

/** Whether what was to end then should long have done so. */
export const isOverdue = (iso: string, now = serverNow()): boolean => now - Date.parse(iso) > graceMs

const isOtherYear = (iso: string, now: number) => Math.abs(Date.parse(iso) - now) > 300 * 86_400_000

/** `Tue 24 Nov, 22:00 – 23:00` in the user's zone; with the year where it is far away. */
export function writeTimes({ startsAt, endsAt }: Times, format: When, now = serverNow()): string {
  return formatOf(format, isOtherYear(startsAt, now)).formatRange(new Date(startsAt), new Date(endsAt))
}

/** `Tue 24 Nov, 22:00`. */
const writeTime = (iso: string, format: When, now = serverNow()): string => formatOf(format, isOtherYear(iso, now)).format(new Date(iso))

/** The time of day alone for today. */
export function writeEnd(iso: string, format: When, now = serverNow()): string {
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: format.timeZone, dateStyle: 'short' })
  if (day.format(new Date(iso)) !== day.format(now)) return writeTime(iso, format, now)
  return new Intl.DateTimeFormat(format.locale, { timeZone: format.timeZone, hour: '2-digit', minute: '2-digit' }).format(new Date(iso))
}
