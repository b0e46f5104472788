export const firstDay = '0001-01-01'
export const lastDay = '9999-12-31'

/** The moment at which the day begins here, in ISO 8601; empty for what is no day between 0001-01-01 and 9999-12-31. */
export function startOfDay(day: string): string {
  if (!/^\d{4}-\d\d-\d\d$/.test(day) || day < firstDay || day > lastDay) return ''
  const moment = new Date(`${day}T00:00:00`)
  if (Number.isNaN(moment.getTime())) return ''
  const iso = moment.toISOString()
  return dayOf(iso) === day ? iso : ''
}

/** The day here, such as `2026-11-21`, of a moment; empty for what is no moment. */
export function dayOf(moment: string): string {
  const date = new Date(moment)
  if (Number.isNaN(date.getTime())) return ''
  const padded = (value: number, length: number) => String(value).padStart(length, '0')
  return `${padded(date.getFullYear(), 4)}-${padded(date.getMonth() + 1, 2)}-${padded(date.getDate(), 2)}`
}
