import { type AzureFacts, labelFields, noFacts } from './azure-facts.ts'
import { type Fields, field, readText, readTextField, readTime, textLimits } from './read-field.ts'

const stagesOfTheEnd = ['resolved', 'complete', 'completed', 'rca', 'canceled', 'cancelled']
const labelledService = ['service', 'region', 'incidentType', 'trackingId', 'stage', 'impactStartTime', 'impactMitigationTime']
const labelledResource = ['currentHealthStatus', 'previousHealthStatus', 'type', 'cause']

/** An Azure outage, maintenance or advisory. It is sent as fired to its very end: the stage says where it stands. */
export function readServiceHealth(context: Fields, properties: Fields): AzureFacts {
  const trackingId = readText(field(properties, 'trackingId'))
  const stage = readTextField(properties, 'stage') ?? readText(field(context, 'status'))
  const title = readTextField(properties, 'title', 'defaultLanguageTitle')
  const message = [field(properties, 'communication'), field(properties, 'defaultLanguageContent')]
  return {
    ...noFacts,
    kind: 'service-health',
    isSameForEveryRule: trackingId !== null,
    identity: trackingId === null ? [] : [trackingId.toLowerCase()],
    name: title,
    state: stagesOfTheEnd.includes((stage ?? '').toLowerCase()) ? 'resolved' : null,
    startedAt: readTime(field(properties, 'impactStartTime')),
    endedAt: readTime(field(properties, 'impactMitigationTime')),
    paragraphs: message.map((text) => readText(text, textLimits.description)),
    labels: labelFields(properties, labelledService),
  }
}

/** What Azure knows of one resource's health, from outside it. */
export function readResourceHealth(context: Fields, properties: Fields): AzureFacts {
  const health = readText(field(properties, 'currentHealthStatus'))
  const ended = health === null ? readText(field(context, 'status')) === 'Resolved' : health.toLowerCase() === 'available'
  const happenedAt = readTime(field(context, 'eventTimestamp'))
  return {
    ...noFacts,
    kind: 'resource-health',
    isSameForEveryRule: true,
    state: ended ? 'resolved' : null,
    startedAt: ended ? null : happenedAt,
    endedAt: happenedAt,
    paragraphs: [readText(field(properties, 'title')), readText(field(properties, 'details'), textLimits.description)],
    labels: labelFields(properties, labelledResource),
  }
}
