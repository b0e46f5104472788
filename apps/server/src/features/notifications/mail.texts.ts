import type { NotificationKind } from '@vakt/contract/notifications.ts'
import type { Language } from '@vakt/contract/session.ts'
import type { TicketStatus } from '@vakt/contract/tickets.ts'

const english = {
  headline: {
    mentioned: (who: string) => `${who} mentioned you`,
    assigned: (who: string) => `${who} gave you this ticket`,
    commented: (who: string) => `${who} commented`,
    status_changed: (who: string) => `${who} changed the status`,
    service_level_warning: () => 'A promised time is about to pass',
    created: (who: string) => `${who} opened a ticket`,
    opened_by_monitoring: () => 'Monitoring opened a ticket',
  } satisfies Record<NotificationKind, (who: string) => string>,
  severalOpened: (count: number) => `Monitoring opened ${count} tickets`,
  severalSubject: (count: number, customer: string) => `${count} new tickets from monitoring at ${customer}`,
  summaryHeadline: (count: number) => `${count} messages were held back`,
  summarySubject: (count: number) => `${count} messages were held back`,
  summaryText: 'More than 100 messages in an hour would have gone to you. These are the tickets that the others were about:',
  more: (count: number) => `and ${count} more`,
  ticket: (number: string) => `Ticket #${number}`,
  internal: 'Internal note, not seen by the customer',
  customer: 'Customer',
  status: 'Status',
  priority: 'Priority',
  became: (before: string, after: string) => `${before} → ${after}`,
  target: { first_response: 'First response', next_update: 'Next update', resolution: 'Resolution' },
  dueAt: 'Due',
  open: 'Open the ticket',
  cut: 'The whole text is in the ticket.',
  picture: (name: string) => `[Picture in the ticket: ${name}]`,
  footer: 'Replies to this message are not read: answer in the ticket.',
  choose: 'Choose what you get',
  statuses: {
    new: 'New',
    in_progress: 'In progress',
    waiting_for_customer: 'Waiting for customer',
    resolved: 'Resolved',
    closed: 'Closed',
  } satisfies Record<TicketStatus, string>,
  priorities: ['Critical', 'High', 'Medium', 'Low', 'Planning'],
  systemTexts: {
    incident_cleared_ticket_resolved: 'The condition has cleared. Nobody had taken the ticket up, so it is resolved.',
    incident_cleared: 'The condition has cleared. The ticket stays open, since somebody is working on it.',
  } as Record<string, string>,
}

const swedish: typeof english = {
  headline: {
    mentioned: (who) => `${who} nämnde dig`,
    assigned: (who) => `${who} gav dig ärendet`,
    commented: (who) => `${who} kommenterade`,
    status_changed: (who) => `${who} ändrade statusen`,
    service_level_warning: () => 'En utlovad tid håller på att gå ut',
    created: (who) => `${who} skapade ett ärende`,
    opened_by_monitoring: () => 'Övervakningen skapade ett ärende',
  },
  severalOpened: (count) => `Övervakningen skapade ${count} ärenden`,
  severalSubject: (count, customer) => `${count} nya ärenden från övervakningen hos ${customer}`,
  summaryHeadline: (count) => (count === 1 ? '1 meddelande hölls inne' : `${count} meddelanden hölls inne`),
  summarySubject: (count) => (count === 1 ? '1 meddelande hölls inne' : `${count} meddelanden hölls inne`),
  summaryText: 'Mer än 100 meddelanden på en timme skulle ha skickats till dig. Det här är ärendena som de övriga gällde:',
  more: (count) => `och ${count} till`,
  ticket: (number) => `Ärende #${number}`,
  internal: 'Intern anteckning, syns inte för kunden',
  customer: 'Kund',
  status: 'Status',
  priority: 'Prioritet',
  became: (before, after) => `${before} → ${after}`,
  target: { first_response: 'Första svar', next_update: 'Nästa uppdatering', resolution: 'Lösning' },
  dueAt: 'Senast',
  open: 'Öppna ärendet',
  cut: 'Hela texten finns i ärendet.',
  picture: (name) => `[Bild i ärendet: ${name}]`,
  footer: 'Svar på det här meddelandet läses inte: svara i ärendet.',
  choose: 'Välj vad du får',
  statuses: { new: 'Nytt', in_progress: 'Pågår', waiting_for_customer: 'Väntar på kund', resolved: 'Löst', closed: 'Stängt' },
  priorities: ['Kritisk', 'Hög', 'Medel', 'Låg', 'Planering'],
  systemTexts: {
    incident_cleared_ticket_resolved: 'Det som larmade har upphört. Ingen hade tagit upp ärendet, så det är löst.',
    incident_cleared: 'Det som larmade har upphört. Ärendet är fortfarande öppet, eftersom någon arbetar med det.',
  },
}

export type MailTexts = typeof english
export const mailTexts: Record<Language, MailTexts> = { en: english, sv: swedish }
