import type { Language } from '@vakt/contract/session.ts'
import { useMemo } from 'react'
import { useLanguage } from './language.ts'

const units: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
]

export type Format = {
  /** `5 min ago`; `now` within the minute. */
  relative(iso: string, now?: number): string
  /** Date and time to the minute, in the user's zone. */
  exact(iso: string): string
  /** A calendar day without a time, such as `2026-11-21`. */
  day(isoDate: string): string
  number(value: number): string
  /** The IANA name of the user's zone. */
  timeZone: string
}

export function createFormat(language: Language, timeZone: string): Format {
  const locale = language === 'sv' ? 'sv-SE' : 'en-GB'
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' })
  const exact = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone })
  const day = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' })
  const number = new Intl.NumberFormat(locale)
  return {
    relative(iso, now = Date.now()) {
      const seconds = Math.round((Date.parse(iso) - now) / 1000)
      const unit = units.find(([, size]) => Math.abs(seconds) >= size)
      return unit ? relative.format(Math.trunc(seconds / unit[1]), unit[0]) : relative.format(0, 'second')
    },
    exact: (iso) => exact.format(new Date(iso)),
    day: (isoDate) => day.format(new Date(`${isoDate}T00:00:00Z`)),
    number: (value) => number.format(value),
    timeZone,
  }
}

export function useFormat(): Format {
  const language = useLanguage()
  return useMemo(() => createFormat(language, Intl.DateTimeFormat().resolvedOptions().timeZone), [language])
}
