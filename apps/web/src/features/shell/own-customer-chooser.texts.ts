import { texts } from '#web/platform/texts.ts'

export const ownCustomerChooserTexts = texts(
  {
    choose: 'Choose a customer',
    mine: (name: string) => `${name}. Choose a customer`,
    shown: 'shown now',
    failed: 'The customer could not be chosen',
  },
  {
    choose: 'Välj kund',
    mine: (name) => `${name}. Välj kund`,
    shown: 'visas nu',
    failed: 'Det gick inte att byta kund',
  },
)
