import type { Language } from '@vakt/contract/users/session.ts'

const english = {
  acknowledged: (name: string) => `Acknowledged by ${name}. No one else is paged.`,
  resolved: 'The incident is resolved already.',
  expired: 'The page is older than 24 hours. Open the incident in the portal.',
  closed: 'The customer has left. There is nothing left to acknowledge.',
  noAccess: 'You no longer have access to this incident.',
  otherKey: 'That was not one. The page is not acknowledged.',
}

const swedish: typeof english = {
  acknowledged: (name) => `Kvitterad av ${name}. Ingen mer larmas.`,
  resolved: 'Incidenten är redan löst.',
  expired: 'Larmet är äldre än 24 timmar. Öppna incidenten i portalen.',
  closed: 'Kunden har slutat. Det finns inget kvar att kvittera.',
  noAccess: 'Du har inte längre tillgång till incidenten.',
  otherKey: 'Det var inte ett. Larmet är inte kvitterat.',
}

export const phoneCallbackTexts: Record<Language, typeof english> = { en: english, sv: swedish }
