import type { Language } from '@vakt/contract/users/session.ts'

const units = {
  en: {
    ...{ min: 'min', h: 'h', days: (n: number) => (n === 1 ? '1 day' : `${n} days`) },
    minutesInWords: (n: number) => (n === 1 ? 'a minute' : `${n} minutes`),
    hoursInWords: (n: number) => (n === 1 ? 'an hour' : `${n} hours`),
    daysInWords: (n: number) => (n === 1 ? 'a day' : `${n} days`),
  },
  sv: {
    ...{ min: 'min', h: 'tim', days: (n: number) => `${n} dygn` },
    minutesInWords: (n: number) => (n === 1 ? 'en minut' : `${n} minuter`),
    hoursInWords: (n: number) => (n === 1 ? 'en timme' : `${n} timmar`),
    daysInWords: (n: number) => (n === 1 ? 'ett dygn' : `${n} dygn`),
  },
} as const satisfies Record<Language, unknown>

/**
 * `elapsed`: hours and minutes for two days, then whole days. `exact`: every minute of it, in days, hours and minutes. `hours`: as `exact`, but
 * never in days, because a day of opening hours is not 24 hours. `words`: for a sentence, `15 minutes`, `an hour`, `a day`; as `exact` where it
 * takes more than one unit.
 */
export type DurationForm = 'elapsed' | 'exact' | 'hours' | 'words'

/** Whole minutes for people, the same everywhere: `2 h 5 min`, `3 days`; in Swedish `2 tim 5 min`, `3 dygn`. Without a sign. */
export function writeDuration(minutes: number, form: DurationForm, language: Language): string {
  const words = units[language]
  const all = Math.floor(Math.abs(minutes))
  if (form === 'words') {
    if (all > 0 && all % 1440 === 0) return words.daysInWords(all / 1440)
    if (all > 0 && all % 60 === 0 && all < 1440) return words.hoursInWords(all / 60)
    return all < 60 ? words.minutesInWords(all) : writeDuration(all, 'exact', language)
  }
  const isInDays = form === 'exact' ? all >= 1440 : form === 'elapsed' && all >= 2880
  const days = isInDays ? Math.floor(all / 1440) : 0
  if (form === 'elapsed' && days > 0) return words.days(days)
  const rest = all - days * 1440
  const [hours, left] = [Math.floor(rest / 60), rest % 60]
  const parts = [days > 0 && words.days(days), hours > 0 && `${hours} ${words.h}`, left > 0 && `${left} ${words.min}`].filter(Boolean)
  return parts.join(' ') || `0 ${words.min}`
}
