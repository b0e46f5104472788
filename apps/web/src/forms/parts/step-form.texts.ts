import { inSentence } from '#web/forms/in-sentence.ts'
import { texts } from '#web/platform/texts.ts'

export const stepTexts = texts(
  {
    steps: 'Steps',
    summary: 'Summary',
    next: 'Next',
    back: 'Back',
    change: 'Change',
    changeStep: (title: string) => `Change ${inSentence(title)}`,
    nothing: '–',
    yes: 'Yes',
    no: 'No',
  },
  {
    steps: 'Steg',
    summary: 'Sammanfattning',
    next: 'Nästa',
    back: 'Tillbaka',
    change: 'Ändra',
    changeStep: (title) => `Ändra ${inSentence(title)}`,
    nothing: '–',
    yes: 'Ja',
    no: 'Nej',
  },
)
