import { texts } from '#web/platform/texts.ts'

export const adminTexts = texts(
  {
    title: 'Admin',
    navigation: 'Admin pages',
    start: 'Start',
    intro: 'What you can do for your customers from here.',
  },
  {
    title: 'Admin',
    navigation: 'Adminsidor',
    start: 'Start',
    intro: 'Det här kan du göra för era kunder.',
  },
)
