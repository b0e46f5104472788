import { texts } from '#web/platform/texts.ts'

const plural = (n: number, one: string, many: string) => `${n} ${n === 1 ? one : many}`

export const durationTexts = texts(
  {
    minutes: (n: number) => plural(n, 'minute', 'minutes'),
    hours: (n: number) => plural(n, 'hour', 'hours'),
    days: (n: number) => plural(n, 'day', 'days'),
  },
  {
    minutes: (n) => plural(n, 'minut', 'minuter'),
    hours: (n) => plural(n, 'timme', 'timmar'),
    days: (n) => plural(n, 'dag', 'dagar'),
  },
)
