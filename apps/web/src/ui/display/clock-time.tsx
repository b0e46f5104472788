import { type Format, useFormat } from '#web/platform/format.ts'
import { serverNow } from '#web/platform/server-clock.ts'

/** The time of day within the exact time: `14:02`. */
export const clockOf = (exact: string): string => exact.match(/\d{1,2}[:.]\d{2}/)?.[0] ?? exact

/** The time of day of what happened today, date and time of what happened before. */
export function shortMoment(format: Pick<Format, 'exact'>, iso: string): string {
  const exact = format.exact(iso)
  const clock = clockOf(exact)
  const today = format.exact(new Date(serverNow()).toISOString()).replace(/\d{1,2}[:.]\d{2}/, '')
  return exact.replace(clock, '') === today ? clock : exact
}

/** As `shortMoment`, with the exact time on hover. */
export function ClockTime({ iso }: { iso: string }) {
  const format = useFormat()
  return (
    <time dateTime={iso} title={format.exact(iso)}>
      {shortMoment(format, iso)}
    </time>
  )
}
