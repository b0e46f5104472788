import { texts } from '#web/platform/texts.ts'

const en = new Intl.NumberFormat('en-GB')
const sv = new Intl.NumberFormat('sv-SE')

export const bulkTexts = texts(
  {
    chosen: (count: number) => `${en.format(count)} selected`,
    tooMany: (max: number) => `At most ${en.format(max)} at once.`,
    clear: 'Clear',
    done: 'Done',
    refused: (count: number) => (count === 1 ? 'One could not be changed:' : `${en.format(count)} could not be changed:`),
    isGone: 'It is not there any more.',
    failed: 'Nothing could be changed. Please try again later.',
  },
  {
    chosen: (count: number) => (count === 1 ? '1 markerad' : `${sv.format(count)} markerade`),
    tooMany: (max: number) => `Högst ${sv.format(max)} åt gången.`,
    clear: 'Avmarkera alla',
    done: 'Klar',
    refused: (count: number) => (count === 1 ? 'En kunde inte ändras:' : `${sv.format(count)} kunde inte ändras:`),
    isGone: 'Den finns inte längre.',
    failed: 'Inget kunde ändras. Försök igen senare.',
  },
)
