import { useFormat } from '#web/platform/format.ts'
import { serverNow } from '#web/platform/server-clock.ts'
import { useTicks } from '#web/ui/hooks/use-ticks.ts'

/** For how long an alert has fired, or fired. */
export function useAlertDuration() {
  const format = useFormat()
  useTicks()
  return (startedAt: string, endedAt: string | null): string => {
    const end = endedAt ? Date.parse(endedAt) : serverNow()
    return format.duration(Math.max(0, end - Date.parse(startedAt)) / 60_000, 'elapsed')
  }
}
