import type { Recurrence } from '@vakt/contract/service-windows/recurrence.ts'
import { swedishOrdinal } from '@vakt/domain/swedish-ordinal.ts'

type Language = 'en' | 'sv'

const months = {
  en: 'January February March April May June July August September October November December'.split(' '),
  sv: 'januari februari mars april maj juni juli augusti september oktober november december'.split(' '),
}
/** From Sunday, as cron counts. */
const weekdays = {
  en: 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' '),
  sv: 'söndag måndag tisdag onsdag torsdag fredag lördag'.split(' '),
}
const monthCodes = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')
const dayCodes = 'sun mon tue wed thu fri sat'.split(' ')

const nth = (n: number) => (n === 2 ? 'second' : n === 3 ? '3rd' : `${n}th`)
const swedishStep = (step: number, thing: string) => (step === 2 ? `varannan ${thing}` : `var ${swedishOrdinal(step)} ${thing}`)

const texts = {
  en: {
    and: 'and',
    to: 'to',
    once: (day: string, time: string) => `Once, on ${day} at ${time}`,
    at: (times: string) => `at ${times}`,
    everyMinute: 'every minute',
    everyMinutes: (step: number) => `every ${step} minutes`,
    minutePast: (minutes: string) => `at minute ${minutes}`,
    ofEveryHour: 'of every hour',
    everyHours: (step: number) => `of every ${nth(step)} hour`,
    ofHours: (hours: string) => `of the hours ${hours}`,
    everyDay: 'every day',
    onDays: (days: string) => `every ${days}`,
    date: (date: number) => String(date),
    onDates: (dates: string) => `on day ${dates} of the month`,
    lastDate: 'on the last day of the month',
    or: 'or',
    inMonths: (names: string) => `in ${names}`,
    zone: (zone: string) => `(${zone})`,
  },
  sv: {
    and: 'och',
    to: 'till',
    once: (day: string, time: string) => `En gång, ${day} kl. ${time}`,
    at: (times: string) => `kl. ${times}`,
    everyMinute: 'varje minut',
    everyMinutes: (step: number) => swedishStep(step, 'minut'),
    minutePast: (minutes: string) => `minut ${minutes}`,
    ofEveryHour: 'varje timme',
    everyHours: (step: number) => swedishStep(step, 'timme'),
    ofHours: (hours: string) => `timmarna ${hours}`,
    everyDay: 'varje dag',
    onDays: (days: string) => `varje ${days}`,
    date: swedishOrdinal,
    onDates: (dates: string) => `den ${dates} i månaden`,
    lastDate: 'sista dagen i månaden',
    or: 'eller',
    inMonths: (names: string) => `i ${names}`,
    zone: (zone: string) => `(${zone})`,
  },
}
type Words = (typeof texts)[Language]

/** How many values are listed; an expression that has more is shown as it stands. */
const maxListed = 12

/** What a field of cron means: anything, or these values and ranges; `step` where it is written as one that divides the hour or the day. */
type Field = { isAny: true } | { isAny: false; ranges: [number, number][]; step: number | null }

type Codes = { first: number; last: number; names?: readonly string[] }
const minutes: Codes = { first: 0, last: 59 }
const hours: Codes = { first: 0, last: 23 }
const dates: Codes = { first: 1, last: 31 }
const monthsOfYear: Codes = { first: 1, last: 12, names: monthCodes }
const daysOfWeek: Codes = { first: 0, last: 7, names: dayCodes }

function readValue(text: string, { first, last, names = [] }: Codes): number | null {
  const index = names.indexOf(text.toLowerCase())
  if (index >= 0) return index + first
  const value = /^\d{1,2}$/.test(text) ? Number(text) : Number.NaN
  return value >= first && value <= last ? value : null
}

function readStep(step: number, { first, last }: Codes): Field | null {
  if (step === 1) return { isAny: true }
  const size = last === 7 ? 7 : last - first + 1
  const values = step > 0 ? Array.from({ length: Math.ceil(size / step) }, (_, index) => first + index * step) : []
  const divides = first === 0 && last !== 7 && size % step === 0 && step < size ? step : null
  return values.length === 0 || (values.length > maxListed && divides === null)
    ? null
    : { isAny: false, ranges: values.map((value) => [value, value]), step: divides }
}

/** Null: written in a way that has no words here, such as `15W`, `5#3` or `1-9/2`. */
function readField(text: string, codes: Codes): Field | null {
  if (text === '*' || (text === '?' && (codes === dates || codes === daysOfWeek))) return { isAny: true }
  const step = /^\*\/(\d+)$/.exec(text)?.[1]
  if (step) return readStep(Number(step), codes)
  const ranges: [number, number][] = []
  for (const part of text.split(',')) {
    const [from, to] = part.split('-', 2).map((value) => readValue(value, codes))
    if (from == null || to === null || part.split('-').length > 2) return null
    // Sunday is 0 and 7; in a range it may be its end.
    ranges.push(to === undefined && codes === daysOfWeek ? [from % 7, from % 7] : [from, to ?? from])
  }
  const unique = ranges.filter(([from, to], index) => ranges.findIndex((one) => one[0] === from && one[1] === to) === index)
  return unique.length > maxListed ? null : { isAny: false, ranges: unique.toSorted((a, b) => a[0] - b[0]), step: null }
}

const joined = (parts: string[], and: string) =>
  parts.length < 2 ? (parts[0] ?? '') : `${parts.slice(0, -1).join(', ')} ${and} ${parts.at(-1)}`

const listOf = (ranges: readonly [number, number][], words: Words, nameOf: (value: number) => string) =>
  joined(
    ranges.map(([from, to]) => (from === to ? nameOf(from) : `${nameOf(from)} ${words.to} ${nameOf(to)}`)),
    words.and,
  )

const valuesOf = (ranges: readonly [number, number][]) => [
  ...new Set(ranges.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, index) => from + index))),
]
const two = (value: number) => String(value).padStart(2, '0')

/** `isOfDay`: it names times of a day, so the days belong to it; else it says how often within the hours. */
function describeTime(minute: Field, hour: Field, words: Words): { text: string; isOfDay: boolean } {
  if (!minute.isAny && !hour.isAny && hour.step === null) {
    const [m, h] = [valuesOf(minute.ranges), valuesOf(hour.ranges)]
    if (m.length * h.length <= maxListed) {
      const times = h.flatMap((oneHour) => m.map((oneMinute) => `${two(oneHour)}:${two(oneMinute)}`)).toSorted()
      return { text: words.at(joined(times, words.and)), isOfDay: true }
    }
  }
  const isSpread = minute.isAny || minute.step !== null
  const past = minute.isAny
    ? words.everyMinute
    : minute.step === null
      ? words.minutePast(listOf(minute.ranges, words, String))
      : words.everyMinutes(minute.step)
  if (hour.isAny) return { text: isSpread ? past : `${past} ${words.ofEveryHour}`, isOfDay: false }
  const inHours = hour.step === null ? words.ofHours(listOf(hour.ranges, words, String)) : words.everyHours(hour.step)
  return { text: `${past} ${inHours}`, isOfDay: false }
}

/** Null where it has no words. A date and a weekday that are both limited mean either. */
function describeDays(date: string, weekday: string, words: Words, language: Language): string | null {
  const days = readField(weekday, daysOfWeek)
  const isLast = /^L$/i.test(date)
  const onDates = isLast ? null : readField(date, dates)
  if (days === null || (!isLast && onDates === null)) return null
  const dateText = isLast
    ? words.lastDate
    : onDates === null || onDates.isAny
      ? null
      : words.onDates(listOf(onDates.ranges, words, (one) => words.date(one)))
  const dayText = days.isAny ? null : words.onDays(listOf(days.ranges, words, (one) => weekdays[language][one % 7] ?? ''))
  // Libraries differ in what a step of a star means beside another limit.
  if (dateText && dayText) return `${date}${weekday}`.includes('/') ? null : `${dateText} ${words.or} ${dayText}`
  return dateText ?? dayText ?? words.everyDay
}

/** In words, or as it stands where the words would say less or something else. */
function describeCron(cron: string, language: Language): string {
  const words = texts[language]
  const written = cron.trim().split(/\s+/)
  const [minuteText, hourText, date, monthText, weekday] = written
  if (written.length !== 5 || !minuteText || !hourText || !date || !monthText || !weekday) return cron.trim()
  const [minute, hour, month] = [readField(minuteText, minutes), readField(hourText, hours), readField(monthText, monthsOfYear)]
  const days = describeDays(date, weekday, words, language)
  if (!minute || !hour || !month || !days) return cron.trim()
  const { text, isOfDay } = describeTime(minute, hour, words)
  const when = !isOfDay && days === words.everyDay ? text : `${days} ${text}`
  return month.isAny ? when : `${when} ${words.inMonths(listOf(month.ranges, words, (one) => months[language][one - 1] ?? ''))}`
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** A schedule in words; `cron` is its expression, null where it starts once. */
export function describeSchedule({ startsAt, timeZone }: Recurrence, cron: string | null): Record<Language, string> {
  const describe = (language: Language) => {
    const words = texts[language]
    const text = cron === null ? words.once(startsAt.slice(0, 10), startsAt.slice(11)) : describeCron(cron, language)
    return `${capital(text)} ${words.zone(timeZone)}`
  }
  return { en: describe('en'), sv: describe('sv') }
}
