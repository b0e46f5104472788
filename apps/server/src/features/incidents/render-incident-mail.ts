import type { Language } from '@vakt/contract/session.ts'
import { formatMoment } from '@vakt/domain/format-moment.ts'
import { incidentKindOf } from '@vakt/domain/incident-notification.ts'
import { incidentUrl } from '#server/features/deliveries/portal-links.ts'
import { finishMail, type MailBlock, maxLines, moreBlock, type RenderedMail } from '#server/features/deliveries/render-mail.ts'
import { incidentMailTexts } from './incident-mail.texts.ts'
import type { IncidentEvent } from './incident-topic.ts'

type Reader = { language: Language; timeZone: string; origin: string }
type Kind = ReturnType<typeof incidentKindOf<IncidentEvent['kind']>>

export function incidentMailSubject({ kind, severity, title }: Pick<IncidentEvent, 'kind' | 'severity' | 'title'>, language: Language) {
  const words = incidentMailTexts[language]
  return kind === 'resolved' ? words.resolved(title) : `${words.severities[severity]}: ${title}`
}

export function severalIncidentsSubject(events: IncidentEvent[], kind: Kind, language: Language): string {
  const words = incidentMailTexts[language]
  return words.at(words.several[kind](events.length), events[0]?.customerName ?? '')
}

function factsOf(event: IncidentEvent, { language, timeZone }: Reader): [string, string][] {
  const words = incidentMailTexts[language]
  const { customerName, severity, entityName, ticketId, openedAt, kind, actorName } = event
  return [
    [words.customer, customerName],
    [words.severity, words.severities[severity]],
    ...(entityName ? [[words.resource, entityName] as [string, string]] : []),
    ...(ticketId ? [[words.ticket, `#${ticketId}`] as [string, string]] : []),
    [words.opened, formatMoment(openedAt.toISOString(), { language, timeZone })],
    ...(kind === 'resolved' && event.actorType === 'user' ? [[words.resolvedBy, actorName] as [string, string]] : []),
  ]
}

/** The mail about one incident. */
export function renderIncidentMail(event: IncidentEvent, reader: Reader): RenderedMail {
  const words = incidentMailTexts[reader.language]
  const blocks: MailBlock[] = [
    { type: 'headline', text: words.headline[incidentKindOf(event.kind)], over: event.customerName },
    { type: 'title', text: event.title },
    { type: 'facts', facts: factsOf(event, reader) },
    { type: 'button', text: words.open, url: incidentUrl(reader.origin, event) },
  ]
  return finishMail(incidentMailSubject(event, reader.language), blocks, { ...reader, isAnswerable: false })
}

/** One mail about what happened to several incidents of a customer at once. */
export function renderSeveralIncidents(events: IncidentEvent[], kind: Kind, reader: Reader): RenderedMail {
  const words = incidentMailTexts[reader.language]
  const shown = events.slice(0, maxLines)
  const blocks: MailBlock[] = [
    { type: 'headline', text: words.several[kind](events.length), over: events[0]?.customerName ?? '' },
    {
      type: 'links',
      links: shown.map((event) => ({
        text: `${words.severities[event.severity]}: ${event.title}`,
        url: incidentUrl(reader.origin, event),
      })),
    },
    ...moreBlock(events.length - shown.length, reader.language),
  ]
  return finishMail(severalIncidentsSubject(events, kind, reader.language), blocks, { ...reader, isAnswerable: false })
}
