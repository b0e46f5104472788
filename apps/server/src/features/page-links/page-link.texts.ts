import type { Severity } from '@vakt/contract/severity.ts'
import type { Language } from '@vakt/contract/users/session.ts'

const english = {
  title: 'Acknowledge a page',
  severities: { critical: 'Critical', high: 'High', medium: 'Medium', low: 'Low' } as Record<Severity, string>,
  open: (name: string) => `You acknowledge as ${name}. After that, no one else is paged for this incident.`,
  acknowledge: 'Acknowledge',
  acknowledged: (name: string) => `Acknowledged by ${name}. No one else is paged.`,
  resolved: 'The incident is resolved. There is nothing left to acknowledge.',
  expired: 'This link is older than 24 hours. Open the incident in the portal instead.',
  closed: 'The customer has left: there is nothing left to acknowledge.',
  noAccess: 'You no longer have access to this incident.',
  unknown: 'This link does not belong to any page. Copy the whole link from the message, or open the portal.',
  toVakt: 'Open the portal',
}

const swedish: typeof english = {
  title: 'Kvittera ett larm',
  severities: { critical: 'Kritisk', high: 'Hög', medium: 'Medel', low: 'Låg' },
  open: (name) => `Du kvitterar som ${name}. Sedan larmas ingen mer om den här incidenten.`,
  acknowledge: 'Kvittera',
  acknowledged: (name) => `Kvitterad av ${name}. Ingen mer larmas.`,
  resolved: 'Incidenten är löst. Det finns inget kvar att kvittera.',
  expired: 'Länken är äldre än 24 timmar. Öppna incidenten i portalen i stället.',
  closed: 'Kunden har slutat. Det finns inget kvar att kvittera.',
  noAccess: 'Du har inte längre tillgång till den här incidenten.',
  unknown: 'Länken hör inte till något larm. Kopiera hela länken från meddelandet, eller öppna portalen.',
  toVakt: 'Öppna portalen',
}

export const pageLinkTexts: Record<Language, typeof english> = { en: english, sv: swedish }
