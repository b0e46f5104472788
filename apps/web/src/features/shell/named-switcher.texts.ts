import { texts } from '#web/platform/texts.ts'

export const namedSwitcherTexts = texts(
  {
    choose: 'Choose a customer',
    own: (name: string) => `${name}, your own. Choose a customer`,
    other: (name: string) => `Looking at ${name}, which is not your own. Choose a customer`,
    every: 'All customers',
    all: 'All customers. Choose a customer',
    guest: 'Looking at',
  },
  {
    choose: 'Välj kund',
    own: (name) => `${name}, er egen. Välj kund`,
    other: (name) => `Du ser ${name}, som inte är er egen. Välj kund`,
    every: 'Alla kunder',
    all: 'Alla kunder. Välj kund',
    guest: 'Du ser',
  },
)
