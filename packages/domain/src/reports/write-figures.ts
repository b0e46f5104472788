/** `November 2026` of `2026-11`. */
export const writeMonth = (month: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(new Date(`${month}-01T00:00:00Z`))

/** Where it stands alone: Swedish writes the names of months small. */
export const withCapital = (text: string, locale: string): string => text.charAt(0).toLocaleUpperCase(locale) + text.slice(1)

/** Never rounded up to what was not reached: 99.999 % is written 99.99 %. */
export function writeShare(share: number | null, locale: string): string {
  if (share === null) return '–'
  const down = Math.floor(share * 10_000 + 1e-7) / 10_000
  return new Intl.NumberFormat(locale, { style: 'percent', minimumFractionDigits: 2 }).format(down)
}

const unitsOf = (locale: string) => (locale.startsWith('sv') ? { day: 'dygn', hour: 'tim' } : { day: 'days', hour: 'h' })

/** Hours and minutes without the parts that are none. */
function writeParts(hours: number, minutes: number, locale: string): string {
  const parts = [
    hours > 0 ? `${new Intl.NumberFormat(locale).format(hours)} ${unitsOf(locale).hour}` : '',
    minutes > 0 ? `${minutes} min` : '',
  ]
  return parts.filter(Boolean).join(' ') || '0 min'
}

/** `2 h 5 min`, `0 min`; from two days on `2 days 2 h`. */
export function writeMinutes(minutes: number | null, locale: string): string {
  if (minutes === null) return '–'
  const whole = Math.round(minutes)
  if (whole < 2880) return writeParts(Math.floor(whole / 60), whole % 60, locale)
  const hours = Math.floor((whole % 1440) / 60)
  return `${Math.floor(whole / 1440)} ${unitsOf(locale).day}${hours > 0 ? ` ${writeParts(hours, 0, locale)}` : ''}`
}

/** As `writeMinutes`, for work: hours, however many. */
export function writeHours(minutes: number | null, locale: string): string {
  if (minutes === null) return '–'
  const whole = Math.round(minutes)
  return writeParts(Math.floor(whole / 60), whole % 60, locale)
}

/** As `writeMinutes`, for a sentence; null where there is none. */
export const writeSpan = (minutes: number | null, locale: string): string | null =>
  minutes === null ? null : writeMinutes(minutes, locale)
