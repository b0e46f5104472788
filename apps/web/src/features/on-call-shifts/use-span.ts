import { useFormat } from '#web/platform/format.ts'
import { serverNow } from '#web/platform/server-clock.ts'
import { useTexts } from '#web/platform/texts.ts'
import { useTimeZone } from '#web/platform/time-zone.ts'
import { shiftTexts } from './shifts.texts.ts'

type Span = { from: string; to: string; isOpenEnded?: boolean }

/** Writes from when until when, in the user's zone, with a date that both have said once. */
export function useSpan(): (span: Span) => string {
  const words = useTexts(shiftTexts)
  const { locale } = useFormat()
  const timeZone = useTimeZone()
  const format = new Intl.DateTimeFormat(locale, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    timeZone,
  })
  return ({ from, to, isOpenEnded }) => {
    if (!isOpenEnded) return format.formatRange(new Date(from), new Date(to))
    return Date.parse(from) <= serverNow() ? words.openEndedNow : words.openEnded(format.format(new Date(from)))
  }
}
