import { texts } from '#web/platform/texts.ts'

/** The steps of *why, or why not*. A step without a sentence here is shown by its own word. */
export const alertTrailTexts = texts(
  {
    received: 'Received from the source',
    duplicate: 'Received again; nothing had changed',
    'ended-unheard': 'The source says it is over; it was never heard to fire',
    'ticket-not-wanted': 'No ticket: incidents of this severity open none',
    'stale-ignored': 'An older signal arrived late and was left aside',
    reopened: 'Began to fire again',
    severity: 'Severity set',
    'severity-changed': 'Severity changed',
    'entity-matched': 'Matched to an entity',
    'entity-unmatched': 'No entity matched what the source named',
    'incident-opened': 'Opened an incident',
    'incident-joined': 'Joined an incident that was already open',
    'incident-resolved': 'The incident resolved: nothing fires in it any more',
    'ticket-opened': 'Opened a ticket',
    'ticket-resolved': 'The ticket was resolved: nobody had taken it up',
    'ticket-commented': 'The ticket got a comment: a person is working on it',
    resolved: 'The source says it is over',
  },
  {
    received: 'Togs emot från källan',
    duplicate: 'Togs emot igen; inget hade ändrats',
    'ended-unheard': 'Källan säger att det är över; det hördes aldrig bli aktivt',
    'ticket-not-wanted': 'Inget ärende: incidenter av den här allvarligheten öppnar inget',
    'stale-ignored': 'En äldre signal kom sent och lades åt sidan',
    reopened: 'Blev aktivt igen',
    severity: 'Allvarlighet satt',
    'severity-changed': 'Allvarligheten ändrades',
    'entity-matched': 'Kopplades till en resurs',
    'entity-unmatched': 'Ingen resurs stämde med det som källan nämnde',
    'incident-opened': 'Öppnade en incident',
    'incident-joined': 'Slöt sig till en incident som redan var öppen',
    'incident-resolved': 'Incidenten löstes: inget är längre aktivt i den',
    'ticket-opened': 'Öppnade ett ärende',
    'ticket-resolved': 'Ärendet löstes: ingen hade tagit upp det',
    'ticket-commented': 'Ärendet fick en kommentar: en person arbetar med det',
    resolved: 'Källan säger att det är över',
  },
)

/** Values of a step that are words of ours. */
export const alertTrailValueTexts = texts(
  {
    'resource-id': 'by its id in the cloud',
    'vakt-entity': 'by the label vakt_entity',
    host: 'by its host name',
    'same-rule': 'same rule',
    'same-entity': 'same entity, shortly before',
    firing: 'firing',
    resolved: 'resolved',
  },
  {
    'resource-id': 'genom sitt id i molnet',
    'vakt-entity': 'genom etiketten vakt_entity',
    host: 'genom sitt värdnamn',
    'same-rule': 'samma regel',
    'same-entity': 'samma resurs, strax före',
    firing: 'aktivt',
    resolved: 'löst',
  },
)
