import { texts } from '#web/platform/texts.ts'

export const adminTexts = texts(
  {
    title: 'Admin',
    navigation: 'Admin pages',
    start: 'Start',
    intro: 'What needs attention, and everything you can manage.',
  },
  {
    title: 'Admin',
    navigation: 'Adminsidor',
    start: 'Start',
    intro: 'Det som behöver åtgärdas, och allt du kan hantera.',
  },
)
