import { texts } from '#web/platform/texts.ts'

export const ownCustomerChooserTexts = texts(
  { shown: 'shown now', failed: 'The customer could not be chosen' },
  { shown: 'visas nu', failed: 'Det gick inte att byta kund' },
)
