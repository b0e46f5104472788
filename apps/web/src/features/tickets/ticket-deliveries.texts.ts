import type { TicketDelivery } from '@vakt/contract/notifications.ts'
import { texts } from '#web/platform/texts.ts'

export const ticketDeliveriesTexts = texts(
  {
    title: 'Told by mail',
    nothing: 'Nobody has been told by mail yet.',
    failed: 'What became of the mails could not be loaded.',
    again: 'Try again',
    more: 'Show more',
    kinds: {
      mentioned: 'mention',
      assigned: 'assignment',
      commented: 'comment',
      status_changed: 'status',
      service_level_warning: 'promised time',
      created: 'new ticket',
      opened_by_monitoring: 'new ticket',
      summary: 'summary',
    } satisfies Record<TicketDelivery['kind'], string>,
    states: {
      waiting: 'Waiting',
      sending: 'Being sent',
      sent: 'Sent',
      unknown: 'Unknown: it may have arrived',
      failed: 'Given up',
      kept: 'Kept: no mail server',
      held: 'Held back, summarised later',
      summarised: 'Told in a summary',
    } satisfies Record<TicketDelivery['state'], string>,
  },
  {
    title: 'Meddelat med e-post',
    nothing: 'Ingen har fått något mejl ännu.',
    failed: 'Det gick inte att hämta vad som hänt med mejlen.',
    again: 'Försök igen',
    more: 'Visa fler',
    kinds: {
      mentioned: 'omnämnande',
      assigned: 'tilldelning',
      commented: 'kommentar',
      status_changed: 'status',
      service_level_warning: 'utlovad tid',
      created: 'nytt ärende',
      opened_by_monitoring: 'nytt ärende',
      summary: 'sammanfattning',
    },
    states: {
      waiting: 'Väntar',
      sending: 'Skickas',
      sent: 'Skickat',
      unknown: 'Okänt: det kan ha kommit fram',
      failed: 'Gav upp',
      kept: 'Sparat: ingen e-postserver',
      held: 'Hålls inne, sammanfattas senare',
      summarised: 'I en sammanfattning',
    },
  },
)
