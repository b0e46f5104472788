import { texts } from '#web/platform/texts.ts'

export const customerCardTexts = texts(
  {
    title: 'Customer card, staff only',
    edit: 'Edit the card',
    failed: 'The customer card could not be loaded.',
    retry: 'Try again',
    contacts: (count: number) => (count === 1 ? '1 contact' : `${count} contacts`),
    contract: 'contract',
    call: (name: string) => `Call ${name}`,
    mail: (name: string) => `Mail ${name}`,
  },
  {
    title: 'Kundkort, bara för personal',
    edit: 'Redigera kortet',
    failed: 'Det gick inte att hämta kundkortet.',
    retry: 'Försök igen',
    contacts: (count) => (count === 1 ? '1 kontakt' : `${count} kontakter`),
    contract: 'avtal',
    call: (name) => `Ring ${name}`,
    mail: (name) => `Mejla ${name}`,
  },
)
