import type { Language } from '@vakt/contract/users/session.ts'

const english = {
  headline: 'A webhook has been switched off',
  customer: 'Customer',
  subject: (name: string, customer: string) => `Webhook switched off: ${name} at ${customer}`,
  text: 'The receiver answered that the address no longer exists, or failed for three days. Nothing is sent to it until someone switches the webhook on again.',
  receiver: 'Receiver',
  open: 'Open the webhooks',
}

const swedish: typeof english = {
  headline: 'En webhook har stängts av',
  customer: 'Kund',
  subject: (name, customer) => `Webhook avstängd: ${name} hos ${customer}`,
  text: 'Mottagaren har svarat att adressen inte finns längre, eller inte gått att nå på tre dagar. Inget skickas förrän någon slår på webhooken igen.',
  receiver: 'Mottagare',
  open: 'Öppna webhookarna',
}

export const webhookMailTexts: Record<Language, typeof english> = { en: english, sv: swedish }
