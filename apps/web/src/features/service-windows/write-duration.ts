export type DurationWords = { minutes: (n: number) => string; hours: (n: number) => string; days: (n: number) => string }

/** `1 day, 2 hours, 30 minutes`. */
export function writeMinutes(all: number, words: DurationWords, locale: string): string {
  const [days, hours, minutes] = [Math.floor(all / 1440), Math.floor((all % 1440) / 60), all % 60]
  const parts = [days ? words.days(days) : '', hours ? words.hours(hours) : '', minutes ? words.minutes(minutes) : ''].filter(Boolean)
  return new Intl.ListFormat(locale, { type: 'unit' }).format(parts)
}
