import type { Severity } from '@vakt/contract/severity.ts'
import type { Language } from '@vakt/contract/users/session.ts'

const english = {
  headline: {
    incident_opened: 'An incident was opened',
    incident_escalated: 'An incident got worse',
    incident_resolved: 'An incident is resolved',
    incident_reminded: 'Reminder: an incident is still open',
  },
  several: {
    incident_opened: (count: number) => `${count} incidents were opened`,
    incident_escalated: (count: number) => `${count} incidents got worse`,
    incident_resolved: (count: number) => `${count} incidents are resolved`,
    incident_reminded: (count: number) => `Reminder: ${count} incidents are still open`,
  },
  raised: (count: number) => (count === 1 ? '1 incident after a service window' : `${count} incidents after a service window`),
  heldUntilNow: (reason: string) => `The service window “${reason}” held them until it ended. They still go on.`,
  gotWorse: 'got worse',
  openWindow: 'Open the service window',
  at: (what: string, customer: string) => `${what} at ${customer}`,
  resolved: (title: string) => `Resolved: ${title}`,
  severities: { critical: 'Critical', high: 'High', medium: 'Medium', low: 'Low' } satisfies Record<Severity, string>,
  customer: 'Customer',
  severity: 'Severity',
  resource: 'Resource',
  ticket: 'Ticket',
  opened: 'Opened',
  assignee: 'Assignee',
  noAssignee: 'No one yet',
  resolvedBy: 'Resolved by',
  open: 'Open the incident',
}

const swedish: typeof english = {
  headline: {
    incident_opened: 'En incident har öppnats',
    incident_escalated: 'En incident har förvärrats',
    incident_resolved: 'En incident är löst',
    incident_reminded: 'Påminnelse: en incident är fortfarande öppen',
  },
  several: {
    incident_opened: (count) => `${count} incidenter har öppnats`,
    incident_escalated: (count) => `${count} incidenter har förvärrats`,
    incident_resolved: (count) => `${count} incidenter är lösta`,
    incident_reminded: (count) => `Påminnelse: ${count} incidenter är fortfarande öppna`,
  },
  raised: (count) => (count === 1 ? '1 incident efter ett servicefönster' : `${count} incidenter efter ett servicefönster`),
  heldUntilNow: (reason) => `Servicefönstret ”${reason}” höll dem tills det slutade. De pågår fortfarande.`,
  gotWorse: 'har förvärrats',
  openWindow: 'Öppna servicefönstret',
  at: (what, customer) => `${what} hos ${customer}`,
  resolved: (title) => `Löst: ${title}`,
  severities: { critical: 'Kritisk', high: 'Hög', medium: 'Medel', low: 'Låg' },
  customer: 'Kund',
  severity: 'Allvarlighetsgrad',
  resource: 'Resurs',
  ticket: 'Ärende',
  opened: 'Öppnad',
  assignee: 'Handläggare',
  noAssignee: 'Ingen än',
  resolvedBy: 'Löst av',
  open: 'Öppna incidenten',
}

export const incidentMailTexts: Record<Language, typeof english> = { en: english, sv: swedish }
