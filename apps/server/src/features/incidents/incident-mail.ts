import { incidentKindOf } from '@vakt/domain/incident-notification.ts'
import type { Recipient } from '#server/features/deliveries/recipients.ts'
import type { TopicMail } from '#server/features/events/event-topic.ts'
import type { IncidentEvent } from './incident-topic.ts'
import { incidentMailSubject, renderIncidentMail, renderSeveralIncidents, severalIncidentsSubject } from './render-incident-mail.ts'

export function incidentMailOf(events: [IncidentEvent, ...IncidentEvent[]], recipient: Recipient, origin: string): TopicMail {
  const [event] = events
  const { language, timeZone } = recipient
  const { incidentId } = event
  const reader = { language, timeZone, origin }
  const kind = incidentKindOf(event.kind)
  const isAlone = events.length === 1
  return {
    incidentId,
    kind,
    subject: isAlone ? incidentMailSubject(event, language) : severalIncidentsSubject(events, kind, language),
    conversation: isAlone ? `incident-${incidentId}` : null,
    render: () => (isAlone ? renderIncidentMail(event, reader) : renderSeveralIncidents(events, kind, reader)),
  }
}
