import type { Language } from '@vakt/contract/users/session.ts'

const english = {
  testSubject: (customer: string) => `Test: incidents at ${customer} reach you`,
  test: (by: string, customer: string) =>
    `${by} is trying out who is told of incidents at ${customer}. You are mailed when a critical one opens at 02:00. You do not have to do anything.`,
  stopTitle: 'Stop emails about incidents',
  stopQuestion: (customer: string, address: string) => `${customer} sends emails about incidents to ${address}. Stop them?`,
  stop: 'Stop the emails',
  stopped: (customer: string, address: string) => `${customer} sends no more emails about incidents to ${address}.`,
  unknown: 'This link does not belong to any address. Someone may have removed it already.',
}

const swedish: typeof english = {
  testSubject: (customer) => `Test: incidenter hos ${customer} når dig`,
  test: (by, customer) =>
    `${by} prövar vem som får veta om incidenter hos ${customer}. Du får mejl när en kritisk incident öppnas kl. 02:00. Du behöver inte göra något.`,
  stopTitle: 'Sluta få mejl om incidenter',
  stopQuestion: (customer, address) => `${customer} skickar mejl om incidenter till ${address}. Vill du sluta få dem?`,
  stop: 'Sluta få mejlen',
  stopped: (customer, address) => `${customer} skickar inte längre mejl om incidenter till ${address}.`,
  unknown: 'Länken hör inte till någon adress. Någon kan redan ha tagit bort den.',
}

export const contactMailTexts: Record<Language, typeof english> = { en: english, sv: swedish }
