import type { Language } from '@vakt/contract/users/session.ts'

const english = {
  subject: (name: string, days: number) => `${name} will be erased ${days === 1 ? 'tomorrow' : `in ${days} days`}`,
  text: (name: string, when: string) =>
    `${name} is closed, and its term ends on ${when}. Everything of the customer is then erased for good: resources, alerts, incidents, tickets and files.`,
  next: 'Export everything first if you still need it. To keep the customer, open its page, choose Change date… and then Keep.',
  open: 'Open the customer',
}

const swedish: typeof english = {
  subject: (name, days) => `${name} raderas ${days === 1 ? 'i morgon' : `om ${days} dagar`}`,
  text: (name, when) =>
    `${name} är stängd, och tiden går ut ${when}. Då raderas allt om kunden för gott: resurser, larm, incidenter, ärenden och filer.`,
  next: 'Exportera allt först om ni behöver det. Vill ni behålla kunden öppnar du dess sida och väljer Ändra datum… och sedan Behåll.',
  open: 'Öppna kunden',
}

export const erasingMailTexts: Record<Language, typeof english> = { en: english, sv: swedish }
