import type { TicketEventKind } from '@vakt/contract/tickets/ticket-events.ts'
import type { TicketStatus } from '@vakt/contract/tickets/tickets.ts'
import type { Language } from '@vakt/contract/users/session.ts'

const english = {
  headline: {
    mentioned: (who: string) => `${who} mentioned you`,
    assigned: (who: string) => `${who} assigned you this ticket`,
    commented: (who: string) => `${who} commented`,
    status_changed: (who: string) => `${who} changed the status`,
    service_level_warning: () => 'A service-level target is due soon',
    service_level_missed: () => 'A service-level target was missed',
    created: (who: string) => `${who} opened a ticket`,
    opened_by_monitoring: () => 'Monitoring opened a ticket',
  } satisfies Record<TicketEventKind | 'opened_by_monitoring' | 'service_level_missed', (who: string) => string>,
  openedForYou: (who: string) => `${who} opened a ticket for you`,
  severalOpened: (count: number) => `Monitoring opened ${count} tickets`,
  severalSubject: (count: number, customer: string) => `${count} new tickets from monitoring at ${customer}`,
  ticket: (number: string) => `Ticket #${number}`,
  internal: 'Internal note, not seen by the customer',
  customer: 'Customer',
  status: 'Status',
  priority: 'Priority',
  became: (before: string, after: string) => `${before} → ${after}`,
  target: { first_response: 'First response', next_update: 'Next update', resolution: 'Resolution' },
  dueAt: 'Due',
  missedSince: 'Missed since',
  open: 'Open the ticket',
  cut: 'The full text is in the ticket.',
  picture: (name: string) => `[Picture in the ticket: ${name}]`,
  statuses: {
    new: 'New',
    in_progress: 'In progress',
    waiting_for_customer: 'Waiting for customer',
    resolved: 'Resolved',
    closed: 'Closed',
  } satisfies Record<TicketStatus, string>,
  priorities: ['Critical', 'High', 'Medium', 'Low', 'Planning'],
  systemTexts: {
    incident_cleared_ticket_resolved: (_: string) => 'The condition has cleared. No one had started on the ticket, so it is resolved.',
    incident_cleared: (_: string) => 'The condition has cleared. The ticket stays open because someone is working on it.',
    incident_merged: (ticketId: string) => `The incident was merged into another one. Work continues in ticket #${ticketId}.`,
    incident_bound: (_: string) => 'Work continues in the incident that was already open on the same resource.',
    incident_unmerged: (_: string) => 'The merge was undone: this incident is separate again.',
  } as Record<string, (ticketId: string) => string>,
}

const swedish: typeof english = {
  headline: {
    mentioned: (who) => `${who} nämnde dig`,
    assigned: (who) => `${who} tilldelade dig ärendet`,
    commented: (who) => `${who} kommenterade`,
    status_changed: (who) => `${who} ändrade statusen`,
    service_level_warning: () => 'En tidsgräns i servicenivån närmar sig',
    service_level_missed: () => 'En tidsgräns i servicenivån har missats',
    created: (who) => `${who} skapade ett ärende`,
    opened_by_monitoring: () => 'Övervakningen skapade ett ärende',
  },
  openedForYou: (who) => `${who} har skapat ett ärende åt dig`,
  severalOpened: (count) => `Övervakningen skapade ${count} ärenden`,
  severalSubject: (count, customer) => `${count} nya ärenden från övervakningen hos ${customer}`,
  ticket: (number) => `Ärende #${number}`,
  internal: 'Intern anteckning, syns inte för kunden',
  customer: 'Kund',
  status: 'Status',
  priority: 'Prioritet',
  became: (before, after) => `${before} → ${after}`,
  target: { first_response: 'Första svar', next_update: 'Nästa uppdatering', resolution: 'Lösning' },
  dueAt: 'Senast',
  missedSince: 'Missad sedan',
  open: 'Öppna ärendet',
  cut: 'Hela texten finns i ärendet.',
  picture: (name) => `[Bild i ärendet: ${name}]`,
  statuses: { new: 'Nytt', in_progress: 'Pågår', waiting_for_customer: 'Väntar på kund', resolved: 'Löst', closed: 'Stängt' },
  priorities: ['Kritisk', 'Hög', 'Medel', 'Låg', 'Planering'],
  systemTexts: {
    incident_cleared_ticket_resolved: (_: string) => 'Det som larmade har upphört. Ingen hade börjat arbeta med ärendet, så det är löst.',
    incident_cleared: (_: string) => 'Det som larmade har upphört. Ärendet är fortfarande öppet, eftersom någon arbetar med det.',
    incident_merged: (ticketId: string) => `Incidenten slogs ihop med en annan. Arbetet fortsätter i ärende #${ticketId}.`,
    incident_bound: (_: string) => 'Arbetet fortsätter i incidenten som redan var öppen på samma resurs.',
    incident_unmerged: (_: string) => 'Sammanslagningen ångrades: incidenten fortsätter för sig själv.',
  },
}

export type TicketMailTexts = typeof english
export const ticketMailTexts: Record<Language, TicketMailTexts> = { en: english, sv: swedish }
