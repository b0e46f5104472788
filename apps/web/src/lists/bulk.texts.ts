import { texts } from '#web/platform/texts.ts'

const en = new Intl.NumberFormat('en-GB')
const sv = new Intl.NumberFormat('sv-SE')

export const bulkTexts = texts(
  {
    chosen: (count: number) => `${en.format(count)} selected`,
    chooseMatching: 'Select all that match',
    isMost: (max: number) => `At most ${en.format(max)}. Narrow the list down for the rest.`,
    progress: (tried: number, all: number) => `${en.format(tried)} of ${en.format(all)}`,
    stop: 'Stop',
    untried: (count: number) => (count === 1 ? '1 is left as it was.' : `${en.format(count)} are left as they were.`),
    clear: 'Clear',
    done: 'Done',
    refused: (count: number) => (count === 1 ? '1 could not be changed:' : `${en.format(count)} could not be changed:`),
    isGone: 'It no longer exists.',
    failed: 'Nothing could be changed. Please try again later.',
  },
  {
    chosen: (count: number) => (count === 1 ? '1 markerad' : `${sv.format(count)} markerade`),
    chooseMatching: 'Markera alla som matchar',
    isMost: (max: number) => `Högst ${sv.format(max)}. Begränsa listan för resten.`,
    progress: (tried: number, all: number) => `${sv.format(tried)} av ${sv.format(all)}`,
    stop: 'Avbryt',
    untried: (count: number) => (count === 1 ? '1 lämnades som den var.' : `${sv.format(count)} lämnades som de var.`),
    clear: 'Avmarkera alla',
    done: 'Klar',
    refused: (count: number) => (count === 1 ? '1 kunde inte ändras:' : `${sv.format(count)} kunde inte ändras:`),
    isGone: 'Den finns inte längre.',
    failed: 'Inget kunde ändras. Försök igen senare.',
  },
)
