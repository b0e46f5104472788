import type { Language } from '@vakt/contract/users/session.ts'

const units = {
  en: { min: 'min', h: 'h', days: (n: number) => (n === 1 ? '1 day' : `${n} days`) },
  sv: { min: 'min', h: 'tim', days: (n: number) => `${n} dygn` },
} as const satisfies Record<Language, unknown>

/**
 * `elapsed`: hours and minutes for two days, then whole days. `exact`: every minute of it, in days, hours and minutes. `hours`: as `exact`, but
 * never in days, because a day of opening hours is not 24 hours.
 */
export type DurationForm = 'elapsed' | 'exact' | 'hours'

/** Whole minutes for people, the same everywhere: `2 h 5 min`, `3 days`; in Swedish `2 tim 5 min`, `3 dygn`. Without a sign. */
export function writeDuration(minutes: number, form: DurationForm, language: Language): string {
  const words = units[language]
  const all = Math.floor(Math.abs(minutes))
  const isInDays = form === 'exact' ? all >= 1440 : form === 'elapsed' && all >= 2880
  const days = isInDays ? Math.floor(all / 1440) : 0
  if (form === 'elapsed' && days > 0) return words.days(days)
  const rest = all - days * 1440
  const [hours, left] = [Math.floor(rest / 60), rest % 60]
  const parts = [days > 0 && words.days(days), hours > 0 && `${hours} ${words.h}`, left > 0 && `${left} ${words.min}`].filter(Boolean)
  return parts.join(' ') || `0 ${words.min}`
}
