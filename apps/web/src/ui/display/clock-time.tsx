import { useFormat } from '#web/platform/format.ts'
import { serverNow } from '#web/platform/server-clock.ts'

/** The time of day within the exact time: `14:02`. */
export const clockOf = (exact: string): string => exact.match(/\d{1,2}[:.]\d{2}/)?.[0] ?? exact

/** The time of day for what happened today, date and time for what happened before. */
export function ClockTime({ iso }: { iso: string }) {
  const format = useFormat()
  const exact = format.exact(iso)
  const clock = clockOf(exact)
  const isToday = exact.replace(clock, '') === format.exact(new Date(serverNow()).toISOString()).replace(/\d{1,2}[:.]\d{2}/, '')
  return (
    <time dateTime={iso} title={exact}>
      {isToday ? clock : exact}
    </time>
  )
}
