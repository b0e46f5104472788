import { incidentKindOf } from '@vakt/domain/incident-notification.ts'
import type { PlannedMail } from '#server/features/deliveries/plan-deliveries.ts'
import type { Notified } from '#server/features/events/event-topic.ts'
import type { IncidentEvent } from './incident-topic.ts'
import { incidentMailSubject, renderIncidentMail, renderSeveralIncidents, severalIncidentsSubject } from './render-incident-mail.ts'

/** What happened to several incidents of a customer at once is one mail for each reader. */
const groupKey = ({ recipient, event }: Notified<IncidentEvent>) => `${recipient.userId} ${event.customerId} ${event.kind}`

function planOne(group: Notified<IncidentEvent>[], origin: string): PlannedMail | [] {
  const [first] = group
  if (!first) return []
  const { recipient, event } = first
  const kind = incidentKindOf(event.kind)
  const { language, timeZone } = recipient
  const { customerId, incidentId, eventId } = event
  const reader = { language, timeZone, origin }
  const events = group.map((one) => one.event)
  const isAlone = group.length === 1
  return {
    recipient,
    customerId,
    incidentId,
    eventId,
    kind,
    subject: isAlone ? incidentMailSubject(event, language) : severalIncidentsSubject(events, kind, language),
    conversation: isAlone ? `incident-${incidentId}` : null,
    render: () => (isAlone ? renderIncidentMail(event, reader) : renderSeveralIncidents(events, kind, reader)),
  }
}

export const planIncidentMails = (notified: Notified<IncidentEvent>[], origin: string): PlannedMail[] =>
  [...Map.groupBy(notified, groupKey).values()].flatMap((group) => planOne(group, origin))
