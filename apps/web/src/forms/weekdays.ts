export const weekdays = [0, 1, 2, 3, 4, 5, 6] as const

/** The name of a day of the week in the language; 0 is Monday. */
export function weekdayName(day: number, locale: string, length: 'long' | 'short' = 'long'): string {
  // The first of January 2024 was a Monday.
  return new Intl.DateTimeFormat(locale, { weekday: length, timeZone: 'UTC' }).format(Date.UTC(2024, 0, 1 + day))
}
