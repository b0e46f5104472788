import { useFormat } from '#web/platform/format.ts'
import { useTexts } from '#web/platform/texts.ts'
import { useTicks } from '#web/ui/use-ticks.ts'
import { openNowTexts } from './open-now.texts.ts'

/** For how long something has been open: minutes for the first two days, then days. */
export function useDuration() {
  const words = useTexts(openNowTexts)
  useTicks()
  return (iso: string, now = Date.now()): string => {
    const minutes = Math.max(0, Math.floor((now - Date.parse(iso)) / 60_000))
    if (minutes < 60) return words.minutes(minutes)
    const hours = Math.floor(minutes / 60)
    return hours < 48 ? words.hours(hours, minutes % 60) : words.days(Math.floor(hours / 24))
  }
}

export function OpenDuration({ iso }: { iso: string }) {
  const words = useTexts(openNowTexts)
  const format = useFormat()
  const duration = useDuration()
  return (
    <time dateTime={iso} title={words.since(format.exact(iso))}>
      {duration(iso)}
    </time>
  )
}
