import { texts } from '#web/platform/texts.ts'

export const customerChooserTexts = texts(
  {
    choose: 'Choose a customer',
    every: 'All customers',
    group: (name: string) => `Group ${name}`,
    search: 'Search by name or number',
    yours: 'your own',
    shown: 'shown now',
    none: (text: string) => `No customer matches “${text}”.`,
    more: (count: number) => `The first ${count}. Search to find others.`,
    failed: 'Could not load the customers',
  },
  {
    choose: 'Välj kund',
    every: 'Alla kunder',
    group: (name) => `Grupp ${name}`,
    search: 'Sök på namn eller nummer',
    yours: 'er egen',
    shown: 'visas nu',
    none: (text) => `Ingen kund passar ”${text}”.`,
    more: (count) => `De första ${count}. Sök för att hitta andra.`,
    failed: 'Det gick inte att hämta kunderna',
  },
)
