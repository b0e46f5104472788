import { texts } from '#web/platform/texts.ts'

export const measuredNowTexts = texts(
  {
    up: 'answers as it should',
    down: 'does not answer as it should',
    unreadable: 'cannot be read',
    atLeast: (text: string) => `at least ${text}`,
    files: (count: number) => (count === 1 ? '1 file' : `${count} files`),
    oldest: (age: string) => `oldest ${age}`,
  },
  {
    up: 'svarar som den ska',
    down: 'svarar inte som den ska',
    unreadable: 'går inte att läsa',
    atLeast: (text) => `minst ${text}`,
    files: (count) => (count === 1 ? '1 fil' : `${count} filer`),
    oldest: (age) => `äldsta ${age}`,
  },
)
