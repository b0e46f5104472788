import type { Language } from '@vakt/contract/session.ts'

const english = {
  headline: 'A webhook has been switched off',
  customer: 'Customer',
  subject: (name: string, customer: string) => `Webhook switched off: ${name} at ${customer}`,
  text: 'Its receiver answered that it is gone, or failed for three days. Vakt sends it nothing more until someone switches the webhook on again.',
  receiver: 'Receiver',
  open: 'Open the webhooks',
}

const swedish: typeof english = {
  headline: 'En webhook har stängts av',
  customer: 'Kund',
  subject: (name, customer) => `Webhook avstängd: ${name} hos ${customer}`,
  text: 'Mottagaren har sagt att den är borta, eller har inte svarat på tre dagar. Den får inget mer förrän någon slår på webhooken igen.',
  receiver: 'Mottagare',
  open: 'Öppna webhookarna',
}

export const webhookMailTexts: Record<Language, typeof english> = { en: english, sv: swedish }
