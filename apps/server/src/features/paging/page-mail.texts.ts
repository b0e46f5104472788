import type { Severity } from '@vakt/contract/severity.ts'
import type { Language } from '@vakt/contract/users/session.ts'

const english = {
  severities: { critical: 'Critical', high: 'High', medium: 'Medium', low: 'Low' } as Record<Severity, string>,
  customer: 'Customer',
  severity: 'Severity',
  resource: 'Resource',
  opened: 'Opened',
  step: 'Step',
  stepOf: (step: number, steps: number, round: number) => `${step} of ${steps}${round > 1 ? `, round ${round}` : ''}`,
  subject: (what: string) => `Page: ${what}`,
  headline: 'You are paged',
  next: (minutes: number) =>
    `If you do not acknowledge within ${minutes === 1 ? '1 minute' : `${minutes} minutes`}, the page goes to the next step.`,
  last: 'This is the last step. If no one acknowledges, all staff are notified.',
  acknowledge: 'Acknowledge',
  reply: (code: string) => `Reply ${code} to acknowledge.`,
  call: (brand: string, what: string, customer: string) => `Alarm from ${brand}. ${what}. Customer ${customer}.`,
  open: 'Open the incident',
  unansweredSubject: (what: string) => `No one answered: ${what}`,
  unansweredHeadline: 'No one acknowledged a page',
  unanswered: (policy: string) =>
    `Every step of the escalation policy “${policy}” has run and no one else will be paged. Someone has to look at it now.`,
  uncheckedSubject: (what: string) => `Service windows not checked: ${what}`,
  uncheckedHeadline: 'Paged without checking service windows',
  unchecked:
    'The check of service windows failed, so the page went out. A window may hold this resource. The reason is in the log of the worker.',
  noPolicy: 'There is no escalation policy, so no one was paged. Add one under Admin → Paging.',
}

const swedish: typeof english = {
  severities: { critical: 'Kritisk', high: 'Hög', medium: 'Medel', low: 'Låg' },
  customer: 'Kund',
  severity: 'Allvarlighetsgrad',
  resource: 'Resurs',
  opened: 'Öppnad',
  step: 'Steg',
  stepOf: (step, steps, round) => `${step} av ${steps}${round > 1 ? `, omgång ${round}` : ''}`,
  subject: (what) => `Larm till dig: ${what}`,
  headline: 'Du larmas',
  next: (minutes) => `Om du inte kvitterar inom ${minutes === 1 ? '1 minut' : `${minutes} minuter`} går larmet till nästa steg.`,
  last: 'Det här är sista steget. Om ingen kvitterar meddelas all personal.',
  acknowledge: 'Kvittera',
  reply: (code) => `Svara ${code} för att kvittera.`,
  call: (brand, what, customer) => `Larm från ${brand}. ${what}. Kund ${customer}.`,
  open: 'Öppna incidenten',
  unansweredSubject: (what) => `Ingen svarade: ${what}`,
  unansweredHeadline: 'Ingen har kvitterat ett larm',
  unanswered: (policy) => `Alla steg i eskaleringspolicyn ”${policy}” har körts och ingen mer larmas. Någon behöver titta på det nu.`,
  uncheckedSubject: (what) => `Servicefönster ej kontrollerade: ${what}`,
  uncheckedHeadline: 'Larmade utan att kontrollera servicefönster',
  unchecked:
    'Kontrollen av servicefönster misslyckades, så larmet gick ut. Ett fönster kan gälla för resursen. Orsaken står i workerns logg.',
  noPolicy: 'Det finns ingen eskaleringspolicy, så ingen larmades. Lägg till en under Admin → Larmning.',
}

export const pageMailTexts: Record<Language, typeof english> = { en: english, sv: swedish }
