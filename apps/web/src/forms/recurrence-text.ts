import type { Recurrence } from '@vakt/contract/service-windows/recurrence.ts'
import type { Occurrence } from '@vakt/domain/recurrence.ts'
import { writeOffset } from './local-time.ts'
import type { ScheduleWords } from './parts/schedule.texts.ts'
import { weekdayName } from './weekdays.ts'

function describeRepetition({ repeats, startsAt, weekdays, monthDay, cron }: Recurrence, words: ScheduleWords, locale: string): string {
  const time = startsAt.slice(11)
  if (repeats === 'once') return words.once(writeDay(startsAt, locale), time)
  if (repeats === 'daily') return words.daily(time)
  if (repeats === 'monthly') return monthDay === null ? words.monthlyLast(time) : words.monthly(monthDay, time)
  if (repeats === 'cron') return words.byCron(cron)
  const days = weekdays.toSorted((one, other) => one - other).map((day) => weekdayName(day, locale))
  return words.weekly(new Intl.ListFormat(locale, { type: 'conjunction' }).format(days), time)
}

const writeDay = (day: string, locale: string) =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(`${day.slice(0, 10)}T00:00:00Z`))

/** `Every Monday and Friday at 22:00, from 22 Nov 2026, until 24 Dec 2026, Europe/Stockholm`. For a recurrence in which nothing is wrong. */
export function describeRecurrence(recurrence: Recurrence, words: ScheduleWords, locale: string): string {
  const { repeats, startsAt, endsOn, endsAfter, timeZone } = recurrence
  const isOnce = repeats === 'once'
  return [
    describeRepetition(recurrence, words, locale),
    isOnce ? '' : words.from(writeDay(startsAt, locale)),
    isOnce || endsOn === null ? '' : words.until(writeDay(endsOn, locale)),
    isOnce || endsAfter === null ? '' : words.times(endsAfter),
    timeZone.replaceAll('_', ' '),
  ]
    .filter(Boolean)
    .join(', ')
}

/** Each start as a line; where the clocks have changed since the one before, that is said. */
export function describeStarts(starts: readonly Occurrence[], timeZone: string, words: ScheduleWords, locale: string) {
  const format = new Intl.DateTimeFormat(locale, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone,
  })
  return starts.map(({ at, offsetMinutes }, index) => {
    const before = starts[index - 1]?.offsetMinutes ?? offsetMinutes
    const change = offsetMinutes > before ? words.forward : words.back
    const note = offsetMinutes === before ? '' : change(writeOffset(before), writeOffset(offsetMinutes))
    return { key: at.toISOString(), text: format.format(at), offset: writeOffset(offsetMinutes), note }
  })
}
