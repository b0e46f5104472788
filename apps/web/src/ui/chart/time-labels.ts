import { wallTimeOf } from '@vakt/domain/time-zone.ts'
import type { Format } from '#web/platform/format.ts'
import { isShownTwice, type TickKind } from './time-ticks.ts'

export type TimeLabels = {
  tick(at: number, kind: TickKind): string
  /** `23 Nov`. */
  day(at: number): string
  /** `Mon 23 Nov`. */
  weekday(at: number): string
  clock(at: number): string
  /** Day and time; in the hour that comes twice in autumn with the name of the zone, such as `CEST`. */
  exact(at: number): string
}

/** What the clocks and calendars of the user show at moments on an axis. */
export function createTimeLabels(format: Format): TimeLabels {
  const { locale, timeZone } = format
  const write = (at: number, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }).format(wallTimeOf(at, timeZone))
  const day = (at: number) => format.day(new Date(wallTimeOf(at, timeZone)).toISOString().slice(0, 10))
  const clock = (at: number) => write(at, { timeStyle: 'short' })
  const zoneName = (at: number) =>
    new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'short' }).formatToParts(at).find(({ type }) => type === 'timeZoneName')
      ?.value
  const labels: Record<TickKind, (at: number) => string> = {
    time: clock,
    day,
    month: (at) => write(at, { month: 'short' }),
    year: (at) => write(at, { year: 'numeric' }),
  }
  return {
    tick: (at, kind) => labels[kind](at),
    day,
    weekday: (at) => write(at, { weekday: 'short', day: 'numeric', month: 'short' }),
    clock,
    exact(at) {
      const exact = format.exact(new Date(at).toISOString())
      return isShownTwice(at, timeZone) ? `${exact} ${zoneName(at)}` : exact
    },
  }
}
