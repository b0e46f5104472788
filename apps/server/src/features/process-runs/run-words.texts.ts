import type { Severity } from '@vakt/contract/severity.ts'
import type { TicketStatus } from '@vakt/contract/tickets/tickets.ts'
import type { Language } from '@vakt/contract/users/session.ts'

export const severityWords: Record<Language, Record<Severity, string>> = {
  en: { critical: 'critical', high: 'high', medium: 'medium', low: 'low' },
  sv: { critical: 'kritisk', high: 'hög', medium: 'medel', low: 'låg' },
}

const english = {
  ticket: 'Ticket',
  status: 'Status',
  priority: 'Priority',
  open: 'Open the incident',
  statuses: {
    new: 'New',
    in_progress: 'In progress',
    waiting_for_customer: 'Waiting for customer',
    resolved: 'Resolved',
    closed: 'Closed',
  } as Record<TicketStatus, string>,
  priorities: ['Critical', 'High', 'Medium', 'Low', 'Planning'],
  note: (process: string) => `Changed by the process “${process}”.`,
  loopSubject: (process: string) => `Automation stopped: ${process} starts again and again`,
  loopHeadline: 'A process was stopped',
  loop: (process: string, runs: number) =>
    `The process “${process}” was started ${runs} times within an hour on the same resource. It probably starts itself through the changes it makes. It does not run again until an hour has passed.`,
}

const swedish: typeof english = {
  ticket: 'Ärende',
  status: 'Status',
  priority: 'Prioritet',
  open: 'Öppna incidenten',
  statuses: {
    new: 'Nytt',
    in_progress: 'Pågår',
    waiting_for_customer: 'Väntar på kund',
    resolved: 'Löst',
    closed: 'Stängt',
  },
  priorities: ['Kritisk', 'Hög', 'Medel', 'Låg', 'Planering'],
  note: (process) => `Ändrat av processen ”${process}”.`,
  loopSubject: (process) => `Automationen stoppades: ${process} startar om och om igen`,
  loopHeadline: 'En process stoppades',
  loop: (process, runs) =>
    `Processen ”${process}” startades ${runs} gånger inom en timme på samma resurs. Troligen startar den sig själv genom det den ändrar. Den körs inte igen förrän en timme har gått.`,
}

export const runWords: Record<Language, typeof english> = { en: english, sv: swedish }
