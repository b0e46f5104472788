import { texts } from '#web/platform/texts.ts'

export const customerFilterTexts = texts({ customer: 'Customer' }, { customer: 'Kund' })
