import { useCallback } from 'react'
import { useFormat } from '#web/platform/format.ts'
import { useTexts } from '#web/platform/texts.ts'
import { durationTexts } from './duration.texts.ts'

/** Writes minutes: `1 day, 2 hours, 30 minutes`. */
export function useWriteMinutes(): (minutes: number) => string {
  const words = useTexts(durationTexts)
  const { locale } = useFormat()
  return useCallback(
    (all) => {
      const [days, hours, minutes] = [Math.floor(all / 1440), Math.floor((all % 1440) / 60), all % 60]
      const parts = [days ? words.days(days) : '', hours ? words.hours(hours) : '', minutes ? words.minutes(minutes) : ''].filter(Boolean)
      return new Intl.ListFormat(locale, { type: 'unit' }).format(parts)
    },
    [words, locale],
  )
}

/** A window that a pipeline started lasts from the full minute before; the seconds until it did are not its duration. */
export const shownMinutes = (seconds: number): number => Math.max(1, Math.floor(seconds / 60))
