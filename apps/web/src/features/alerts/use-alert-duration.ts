import { serverNow } from '#web/platform/server-clock.ts'
import { useTexts } from '#web/platform/texts.ts'
import { useTicks } from '#web/ui/hooks/use-ticks.ts'
import { alertDurationTexts } from './alert-duration.texts.ts'

/** For how long an alert has fired, or fired: minutes, hours up to two days, then days. */
export function useAlertDuration() {
  const words = useTexts(alertDurationTexts)
  useTicks()
  return (startedAt: string, endedAt: string | null): string => {
    const minutes = Math.max(0, Math.floor(((endedAt ? Date.parse(endedAt) : serverNow()) - Date.parse(startedAt)) / 60_000))
    if (minutes < 60) return words.minutes(minutes)
    const hours = Math.floor(minutes / 60)
    return hours < 48 ? words.hours(hours, minutes % 60) : words.days(Math.floor(hours / 24))
  }
}
