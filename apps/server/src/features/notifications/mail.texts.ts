import type { TicketNotificationKind } from '@vakt/contract/notifications.ts'
import type { Language } from '@vakt/contract/session.ts'
import type { TicketStatus } from '@vakt/contract/tickets.ts'

const english = {
  headline: {
    mentioned: (who: string) => `${who} mentioned you`,
    assigned: (who: string) => `${who} assigned you this ticket`,
    commented: (who: string) => `${who} commented`,
    status_changed: (who: string) => `${who} changed the status`,
    service_level_warning: () => 'A promised time is due soon',
    created: (who: string) => `${who} opened a ticket`,
    opened_by_monitoring: () => 'Monitoring opened a ticket',
    webhook_switched_off: () => 'A webhook has been switched off',
  } satisfies Record<TicketNotificationKind, (who: string) => string>,
  openedForYou: (who: string) => `${who} opened a ticket for you`,
  severalOpened: (count: number) => `Monitoring opened ${count} tickets`,
  severalSubject: (count: number, customer: string) => `${count} new tickets from monitoring at ${customer}`,
  summaryHeadline: (count: number) => (count === 1 ? '1 message was held back' : `${count} messages were held back`),
  summarySubject: (count: number) => (count === 1 ? '1 message was held back' : `${count} messages were held back`),
  summaryText: (since: string) =>
    `You get at most 100 messages an hour. The first message was held back ${since}. This is what they were about:`,
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
  webhookSubject: (name: string, customer: string) => `Webhook switched off: ${name} at ${customer}`,
  webhookText:
    'Its receiver answered that it is gone, or failed for three days. Vakt sends it nothing more until someone switches the webhook on again.',
  receiver: 'Receiver',
  openWebhooks: 'Open the webhooks',
  footerAlone: 'Replies to this message are not read.',
  footer: 'Replies to this message are not read: answer in the ticket.',
  footerWithoutAccount:
    'Replies to this message are not read. To add something, contact us the way you did before and give the number of the ticket.',
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
    incident_cleared_ticket_resolved: (_: string) => 'The condition has cleared. No one had started on the ticket, so it is resolved.',
    incident_cleared: (_: string) => 'The condition has cleared. The ticket stays open because someone is working on it.',
    incident_merged: (ticketId: string) => `The incident was merged into another one. It goes on in ticket #${ticketId}.`,
    incident_bound: (_: string) => 'This goes on in the incident that was open already on the same resource.',
    incident_unmerged: (_: string) => 'The merge was undone: this incident goes on by itself.',
  } as Record<string, (ticketId: string) => string>,
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
    webhook_switched_off: () => 'En webhook har stängts av',
  },
  openedForYou: (who) => `${who} har skapat ett ärende åt dig`,
  severalOpened: (count) => `Övervakningen skapade ${count} ärenden`,
  severalSubject: (count, customer) => `${count} nya ärenden från övervakningen hos ${customer}`,
  summaryHeadline: (count) => (count === 1 ? '1 meddelande hölls inne' : `${count} meddelanden hölls inne`),
  summarySubject: (count) => (count === 1 ? '1 meddelande hölls inne' : `${count} meddelanden hölls inne`),
  summaryText: (since) => `Du får högst 100 meddelanden i timmen. Det första hölls inne ${since}. Det här gällde de:`,
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
  webhookSubject: (name, customer) => `Webhook avstängd: ${name} hos ${customer}`,
  webhookText:
    'Mottagaren har sagt att den är borta, eller har inte svarat på tre dagar. Den får inget mer förrän någon slår på webhooken igen.',
  receiver: 'Mottagare',
  openWebhooks: 'Öppna webhookarna',
  footerAlone: 'Svar på det här meddelandet läses inte.',
  footer: 'Svar på det här meddelandet läses inte: svara i ärendet.',
  footerWithoutAccount:
    'Svar på det här meddelandet läses inte. Vill du lägga till något? Kontakta oss på samma sätt som förut och ange ärendets nummer.',
  choose: 'Välj vad du får',
  statuses: { new: 'Nytt', in_progress: 'Pågår', waiting_for_customer: 'Väntar på kund', resolved: 'Löst', closed: 'Stängt' },
  priorities: ['Kritisk', 'Hög', 'Medel', 'Låg', 'Planering'],
  systemTexts: {
    incident_cleared_ticket_resolved: (_: string) => 'Det som larmade har upphört. Ingen hade tagit upp ärendet, så det är löst.',
    incident_cleared: (_: string) => 'Det som larmade har upphört. Ärendet är fortfarande öppet, eftersom någon arbetar med det.',
    incident_merged: (ticketId: string) => `Incidenten slogs ihop med en annan. Arbetet fortsätter i ärende #${ticketId}.`,
    incident_bound: (_: string) => 'Arbetet fortsätter i incidenten som redan var öppen på samma resurs.',
    incident_unmerged: (_: string) => 'Sammanslagningen ångrades: incidenten fortsätter för sig själv.',
  },
}

export type MailTexts = typeof english
export const mailTexts: Record<Language, MailTexts> = { en: english, sv: swedish }
