import type { Language } from '@vakt/contract/users/session.ts'
import { type DurationForm, writeDuration } from '@vakt/domain/write-duration.ts'
import { useLanguage } from './language.ts'
import { serverNow } from './server-clock.ts'
import { useTimeZone } from './time-zone.ts'

const units: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
]

export type Format = {
  /** For `Intl`: `en-GB` or `sv-SE`. */
  locale: string
  /** `5 min ago`; `now` within the minute, minutes up to two hours. */
  relative(iso: string, now?: number): string
  /** Date and time to the minute, in the user's zone. */
  exact(iso: string): string
  /** A calendar day without a time, such as `2026-11-21`. */
  day(isoDate: string): string
  number(value: number): string
  /** Whole minutes with their units: `2 h 5 min`. See `writeDuration`. */
  duration(minutes: number, form: DurationForm): string
  /** Of a share between 0 and 1, without decimals. */
  percent(share: number): string
  /** The IANA name of the user's zone. */
  timeZone: string
}

/** Short with a number, in whole words without one: `3 wk ago`, but `last week`. */
function createRelativeFormat(locale: string): (value: number, unit: Intl.RelativeTimeFormatUnit) => string {
  const short = new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' })
  const long = new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'long' })
  const hasNumber = (value: number, unit: Intl.RelativeTimeFormatUnit) =>
    short.formatToParts(value, unit).some(({ type }) => type !== 'literal')
  // The Swedish of the browsers says *sen* of some units and *sedan* of others.
  return (value, unit) => (hasNumber(value, unit) ? short : long).format(value, unit).replace(/ sen$/, ' sedan')
}

export function createFormat(language: Language, timeZone: string): Format {
  const locale = language === 'sv' ? 'sv-SE' : 'en-GB'
  const relative = createRelativeFormat(locale)
  const exact = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone })
  const day = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' })
  const number = new Intl.NumberFormat(locale)
  const scientific = new Intl.NumberFormat(locale, { notation: 'scientific', maximumSignificantDigits: 4 })
  const percent = new Intl.NumberFormat(locale, { style: 'percent' })
  return {
    locale,
    relative(iso, now = serverNow()) {
      const seconds = Math.round((Date.parse(iso) - now) / 1000)
      const unit = units.find(([name, size]) => Math.abs(seconds) >= (name === 'hour' ? 2 * size : size))
      return unit ? relative(Math.trunc(seconds / unit[1]), unit[0]) : relative(0, 'second')
    },
    exact: (iso) => exact.format(new Date(iso)),
    day: (isoDate) => day.format(new Date(`${isoDate}T00:00:00Z`)),
    number: (value) => (Math.abs(value) < 1e15 ? number : scientific).format(value),
    duration: (minutes, form) => writeDuration(minutes, form, language),
    percent: (share) => percent.format(share),
    timeZone,
  }
}

const formats = new Map<string, Format>()

/** Kept: a list has hundreds of times, and a formatter is expensive to make. */
function formatIn(language: Language, timeZone: string): Format {
  const key = `${language} ${timeZone}`
  const known = formats.get(key)
  if (known) return known
  const made = createFormat(language, timeZone)
  formats.set(key, made)
  return made
}

export const useFormat = (): Format => formatIn(useLanguage(), useTimeZone())
