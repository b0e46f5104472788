import { texts } from '#web/platform/texts.ts'

export const alertDurationTexts = texts(
  {
    minutes: (n: number) => `${n} min`,
    hours: (h: number, min: number) => (min === 0 ? `${h} h` : `${h} h ${min} min`),
    days: (n: number) => (n === 1 ? '1 day' : `${n} days`),
  },
  {
    minutes: (n) => `${n} min`,
    hours: (h, min) => (min === 0 ? `${h} tim` : `${h} tim ${min} min`),
    days: (n) => (n === 1 ? '1 dygn' : `${n} dygn`),
  },
)
