import { useFormat } from '#web/platform/format.ts'
import { serverNow } from '#web/platform/server-clock.ts'
import { useTexts } from '#web/platform/texts.ts'
import { useTicks } from '#web/ui/hooks/use-ticks.ts'
import { openDurationTexts } from './open-duration.texts.ts'

/** A span of minutes: as hours and minutes for the first two days, then as days. */
export function useMinutes(): (minutes: number) => string {
  const words = useTexts(openDurationTexts)
  return (exact) => {
    const minutes = Math.max(0, Math.floor(exact))
    if (minutes < 60) return words.minutes(minutes)
    const hours = Math.floor(minutes / 60)
    return hours < 48 ? words.hours(hours, minutes % 60) : words.days(Math.floor(hours / 24))
  }
}

/** For how long something has been open: minutes for the first two days, then days. */
export function useDuration() {
  const format = useMinutes()
  useTicks()
  return (iso: string, now = serverNow()): string => format((now - Date.parse(iso)) / 60_000)
}

export function OpenDuration({ iso }: { iso: string }) {
  const words = useTexts(openDurationTexts)
  const format = useFormat()
  const duration = useDuration()
  return (
    <time dateTime={iso} title={words.since(format.exact(iso))}>
      {duration(iso)}
    </time>
  )
}
