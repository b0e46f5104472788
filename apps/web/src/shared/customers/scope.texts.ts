import { texts } from '#web/platform/texts.ts'

export const scopeTexts = texts(
  { scope: 'Whose', allCustomers: 'All customers', customer: 'Customer' },
  { scope: 'Vems', allCustomers: 'Alla kunder', customer: 'Kund' },
)
