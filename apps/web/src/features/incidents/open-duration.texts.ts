import { texts } from '#web/platform/texts.ts'

export const openDurationTexts = texts(
  {
    minutes: (n: number) => `${n} min`,
    hours: (h: number, min: number) => (min > 0 ? `${h} h ${min} min` : `${h} h`),
    days: (n: number) => `${n} days`,
    since: (time: string) => `Open since ${time}`,
  },
  {
    minutes: (n) => `${n} min`,
    hours: (h, min) => (min > 0 ? `${h} tim ${min} min` : `${h} tim`),
    days: (n) => `${n} dygn`,
    since: (time) => `Öppen sedan ${time}`,
  },
)
