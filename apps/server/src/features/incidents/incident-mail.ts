import { incidentTitle } from '@vakt/domain/alert-rules/rule-finding.ts'
import { titleWithResource } from '@vakt/domain/alert-title.ts'
import { formatMoment } from '@vakt/domain/format-moment.ts'
import { incidentKindOf } from '@vakt/domain/incident-notification.ts'
import type { Block, Digest } from '#server/features/deliveries/message.ts'
import { incidentUrl, windowUrl } from '#server/features/deliveries/portal-links.ts'
import { type MailReader, maxLines, moreBlock } from '#server/features/deliveries/render-mail.ts'
import type { TopicMail } from '#server/features/events/event-topic.ts'
import { incidentMailTexts } from './incident-mail.texts.ts'
import type { IncidentEvent } from './incident-topic.ts'

/** Those of a service window are one mail as they are. */
const incidentDigest: Digest = { kinds: ['incident_opened', 'incident_escalated', 'incident_resolved'], minutes: 10, usual: 5, urgent: 10 }

function factsOf(event: IncidentEvent, { language, timeZone }: MailReader): [string, string][] {
  const words = incidentMailTexts[language]
  const { customerName, severity, entityName, ticketId, openedAt, kind, actorName, assignee } = event
  return [
    [words.customer, customerName],
    [words.severity, words.severities[severity]],
    ...(entityName ? [[words.resource, entityName] as [string, string]] : []),
    ...(ticketId ? [[words.ticket, `#${ticketId}`] as [string, string]] : []),
    [words.opened, formatMoment(openedAt.toISOString(), { language, timeZone })],
    ...(kind === 'resolved' ? [] : [[words.assignee, assignee ?? words.noAssignee] as [string, string]]),
    ...(kind === 'resolved' && event.actorType === 'user' ? [[words.resolvedBy, actorName] as [string, string]] : []),
  ]
}

function blocksOf(event: IncidentEvent, reader: MailReader): Block[] {
  const words = incidentMailTexts[reader.language]
  return [
    { type: 'headline', text: words.headline[incidentKindOf(event.kind)], over: event.customerName },
    { type: 'title', text: incidentTitle(event, reader.language) },
    { type: 'facts', facts: factsOf(event, reader) },
    { type: 'button', text: words.open, url: incidentUrl(reader.origin, event) },
  ]
}

/** What the end of a service window raised: those that opened, and those that got worse. */
function raisedMailOf(events: readonly IncidentEvent[], window: NonNullable<IncidentEvent['window']>, reader: MailReader): TopicMail {
  const words = incidentMailTexts[reader.language]
  const [{ incidentId, customerName, customerId }] = events as [IncidentEvent]
  const headline = words.raised(events.length)
  const titleOf = (event: IncidentEvent) => {
    const title = titleWithResource(incidentTitle(event, reader.language), event.entityName)
    return `${words.severities[event.severity]}: ${title}${event.kind === 'escalated' ? ` (${words.gotWorse})` : ''}`
  }
  const links = events.slice(0, maxLines).map((one) => ({ text: titleOf(one), url: incidentUrl(reader.origin, one) }))
  return {
    ...{ incidentId, kind: 'incidents_raised', isAnswerable: false, conversation: `service-window-${window.serviceWindowId}` },
    subject: words.at(headline, customerName),
    blocks: () => [
      { type: 'headline', text: headline, over: customerName },
      { type: 'text', text: words.heldUntilNow(window.reason) },
      { type: 'links', links },
      ...moreBlock(events.length - links.length, reader.language),
      { type: 'button', text: words.openWindow, url: windowUrl(reader.origin, { customerId, serviceWindowId: window.serviceWindowId }) },
    ],
  }
}

export function incidentMailOf([event, ...others]: [IncidentEvent, ...IncidentEvent[]], reader: MailReader): TopicMail {
  if (event.window) return raisedMailOf([event, ...others], event.window, reader)
  const words = incidentMailTexts[reader.language]
  const { incidentId, customerName } = event
  const kind = incidentKindOf(event.kind)
  const titleOf = (one: IncidentEvent) => `${words.severities[one.severity]}: ${incidentTitle(one, reader.language)}`
  const about = { incidentId, kind, isAnswerable: false, ...(incidentDigest.kinds.includes(kind) && { digest: incidentDigest }) }
  if (others.length === 0) {
    const subject = kind === 'incident_resolved' ? words.resolved(incidentTitle(event, reader.language)) : titleOf(event)
    return { ...about, subject, conversation: `incident-${incidentId}`, blocks: () => blocksOf(event, reader) }
  }
  const incidents = [event, ...others]
  const headline = words.several[kind](incidents.length)
  const links = incidents.slice(0, maxLines).map((one) => ({ text: titleOf(one), url: incidentUrl(reader.origin, one) }))
  return {
    ...about,
    subject: words.at(headline, customerName),
    blocks: () => [
      { type: 'headline', text: headline, over: customerName },
      { type: 'links', links },
      ...moreBlock(incidents.length - links.length, reader.language),
    ],
  }
}
