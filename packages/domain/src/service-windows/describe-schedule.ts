import type { Recurrence } from '@vakt/contract/recurrence.ts'

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

const texts = {
  en: {
    and: 'and',
    to: 'to',
    once: (day: string, time: string) => `Once, on ${day} at ${time}`,
    at: (times: string) => `at ${times}`,
    everyMinute: 'every minute',
    everyMinutes: (step: string) => `every ${step} minutes`,
    minutePast: (minutes: string) => `at minute ${minutes}`,
    ofEveryHour: 'of every hour',
    everyHours: (step: string) => `of every ${step} hours`,
    ofHours: (hours: string) => `of the hours ${hours}`,
    everyDay: 'every day',
    onDays: (days: string) => `every ${days}`,
    onDates: (dates: string) => `on day ${dates} of the month`,
    everyDates: (step: string) => `every ${step} days`,
    lastDate: 'on the last day of the month',
    or: 'or',
    inMonths: (names: string) => `in ${names}`,
    everyMonths: (step: string) => `every ${step} months`,
    zone: (zone: string) => `(${zone})`,
  },
  sv: {
    and: 'och',
    to: 'till',
    once: (day: string, time: string) => `En gång, ${day} kl. ${time}`,
    at: (times: string) => `kl. ${times}`,
    everyMinute: 'varje minut',
    everyMinutes: (step: string) => `var ${step}:e minut`,
    minutePast: (minutes: string) => `minut ${minutes}`,
    ofEveryHour: 'varje timme',
    everyHours: (step: string) => `var ${step}:e timme`,
    ofHours: (hours: string) => `timmarna ${hours}`,
    everyDay: 'varje dag',
    onDays: (days: string) => `varje ${days}`,
    onDates: (dates: string) => `dag ${dates} i månaden`,
    everyDates: (step: string) => `var ${step}:e dag`,
    lastDate: 'sista dagen i månaden',
    or: 'eller',
    inMonths: (names: string) => `i ${names}`,
    everyMonths: (step: string) => `var ${step}:e månad`,
    zone: (zone: string) => `(${zone})`,
  },
}

const isNumber = (text: string) => /^\d+$/.test(text)
const stepOf = (field: string) => /^\*\/(\d+)$/.exec(field)?.[1]
const joined = (parts: string[], and: string) =>
  parts.length < 2 ? (parts[0] ?? '') : `${parts.slice(0, -1).join(', ')} ${and} ${parts.at(-1)}`

/** A list and its ranges with names for the values; what is not a value, such as `5#2`, stays as it is written. */
function namedList(field: string, words: (typeof texts)[Language], nameOf: (value: string) => string): string {
  const parts = field.split(',').map((part) => {
    const [from = '', to] = part.split('-')
    return to === undefined || part.includes('/') ? nameOf(part) : `${nameOf(from)} ${words.to} ${nameOf(to)}`
  })
  return joined(parts, words.and)
}

const nameFrom = (names: string[], codes: string[], first: number) => (value: string) => {
  const index = isNumber(value) ? (Number(value) - first) % 12 : codes.indexOf(value.toLowerCase())
  return names[index] ?? value
}
const weekdayName = (language: Language) => (value: string) =>
  (isNumber(value) ? weekdays[language][Number(value) % 7] : weekdays[language][dayCodes.indexOf(value.toLowerCase())]) ?? value

function describeTime(minute: string, hour: string, words: (typeof texts)[Language]): string {
  const [minutes, hours] = [minute.split(','), hour.split(',')]
  if (minutes.every(isNumber) && hours.every(isNumber) && minutes.length * hours.length <= 12) {
    const times = hours.flatMap((h) => minutes.map((m) => `${h.padStart(2, '0')}:${m.padStart(2, '0')}`))
    return words.at(joined(times, words.and))
  }
  const step = stepOf(minute)
  const past = minute === '*' ? words.everyMinute : step ? words.everyMinutes(step) : words.minutePast(namedList(minute, words, (m) => m))
  if (hour === '*') return isNumber(minute) || !step ? (minute === '*' ? past : `${past} ${words.ofEveryHour}`) : past
  const hourStep = stepOf(hour)
  return `${past} ${hourStep ? words.everyHours(hourStep) : words.ofHours(namedList(hour, words, (h) => h))}`
}

function describeDays(date: string, weekday: string, words: (typeof texts)[Language], language: Language): string {
  const step = stepOf(date)
  const dates = step ? words.everyDates(step) : /^L$/i.test(date) ? words.lastDate : words.onDates(namedList(date, words, (d) => d))
  const days = words.onDays(namedList(weekday, words, weekdayName(language)))
  if (date === '*' && weekday === '*') return words.everyDay
  if (weekday === '*') return dates
  return date === '*' ? days : `${dates} ${words.or} ${days}`
}

function describeCron(cron: string, language: Language): string {
  const words = texts[language]
  const fields = cron.trim().split(/\s+/)
  const [minute, hour, date, month, weekday] = fields
  if (!minute || !hour || !date || !month || !weekday) return cron.trim()
  const time = describeTime(minute, hour, words)
  const days = describeDays(date, weekday, words, language)
  const isWithinHours = !time.startsWith(words.at(''))
  const when = isWithinHours && days === words.everyDay ? time : `${days} ${time}`
  const step = stepOf(month)
  const inMonths = namedList(month, words, nameFrom(months[language], monthCodes, 1))
  return month === '*' ? when : `${when} ${step ? words.everyMonths(step) : words.inMonths(inMonths)}`
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
