import type { Language } from '@vakt/contract/users/session.ts'
import { writeDuration } from './write-duration.ts'

const units = {
  en: [
    [1440, 'a day', 'days'],
    [60, 'an hour', 'hours'],
    [1, 'a minute', 'minutes'],
  ],
  sv: [
    [1440, 'ett dygn', 'dygn'],
    [60, 'en timme', 'timmar'],
    [1, 'en minut', 'minuter'],
  ],
} as const satisfies Record<Language, unknown>

/** Whole minutes in a sentence: `15 minutes`, `an hour`, `a day`; as `writeDuration` writes them exactly where that takes more than one unit. */
export function sayDuration(minutes: number, language: Language): string {
  for (const [size, one, many] of units[language]) {
    if (minutes === size) return one
    const isOfUnit = size === 1 ? minutes < 60 : minutes % size === 0 && minutes > 0
    if (isOfUnit && (size !== 60 || minutes < 1440)) return `${minutes / size} ${many}`
  }
  return writeDuration(minutes, 'exact', language)
}
