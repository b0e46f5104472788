import type { AlertEvent, ReadSignal } from '@vakt/domain/alert-event.ts'
import { distinctTargets, hostTarget, nameOfTarget, resourceTarget, targetsOfLabels } from './alert-targets.ts'
import { hashCondition } from './hash-condition.ts'
import {
  type Fields,
  field,
  isFields,
  joinParagraphs,
  keepFirstLabels,
  noAlerts,
  readFields,
  readLabels,
  readList,
  readText,
  readTime,
  readWebAddress,
  shortIdentity,
  textLimits,
  unrecognised,
} from './read-field.ts'
import { readSeverity } from './read-severity.ts'

/**
 * Reads an event of PagerDuty's Events API v2 (PagerDuty/developer-docs, events-API-v2). Lenient where PagerDuty is strict: a missing source
 * or an unknown severity is no reason to lose an alert.
 */
export function readPagerDuty(body: unknown): ReadSignal {
  if (!isFields(body)) return unrecognised('not-object')
  const payload = readFields(field(body, 'payload'))
  const action = readText(field(body, 'event_action'))?.toLowerCase()
  if (action === undefined)
    return readText(field(payload, 'summary')) === null ? unrecognised('pagerduty-no-action') : noAlerts('pagerduty-change')
  if (action === 'acknowledge') {
    const key = readText(field(body, 'dedup_key'))
    const notes = key === null ? [] : [{ source: 'pagerduty', fingerprint: shortIdentity(key), step: 'source-acknowledged' as const }]
    return { ...noAlerts('pagerduty-acknowledge'), notes }
  }
  if (action !== 'trigger' && action !== 'resolve') return unrecognised('pagerduty-action', { action: action.slice(0, 40) })
  return { kind: 'alerts', events: [readEvent(body, payload, action === 'resolve' ? 'resolved' : 'firing')] }
}

function readEvent(body: Fields, payload: Fields, state: AlertEvent['state']): AlertEvent {
  const key = readText(field(body, 'dedup_key'))
  const details = readLabels(field(payload, 'custom_details'))
  const named = readLabels(Object.fromEntries(['source', 'component', 'group', 'class'].map((name) => [name, field(payload, name)])))
  const name = readText(field(payload, 'summary'), textLimits.name) ?? readText(key, textLimits.name) ?? 'Alert without a name'
  const time = readTime(field(payload, 'timestamp'))
  const links = readList(field(body, 'links')).filter(isFields)
  const targets = distinctTargets([
    ...resourceTarget(named.source ?? null),
    ...targetsOfLabels(details),
    ...hostTarget(named.source ?? null),
  ])
  return {
    source: 'pagerduty',
    fingerprint: key === null ? hashCondition([name, named.source ?? '']) : shortIdentity(key),
    state,
    startedAt: state === 'firing' ? time : null,
    endedAt: state === 'resolved' ? time : null,
    name,
    rule: readText(named.class, textLimits.name) ?? name,
    description: joinParagraphs([name, readText(field(payload, 'custom_details'), textLimits.description)]),
    severity: readSeverity(readText(field(payload, 'severity'))) ?? 'high',
    metricName: details.metric ?? null,
    targets,
    targetName: nameOfTarget(targets[0]) ?? named.source ?? null,
    labels: keepFirstLabels({ ...details, ...named, ...readRunbook(links) }),
    sourceUrl: readWebAddress(field(body, 'client_url')) ?? links.map((link) => readWebAddress(field(link, 'href'))).find(Boolean) ?? null,
  }
}

function readRunbook(links: Fields[]): Record<string, string> {
  const runbook = links.find((link) => /run-?book|playbook/i.test(readText(field(link, 'text')) ?? ''))
  const address = runbook ? readWebAddress(field(runbook, 'href')) : null
  return address === null ? {} : { runbook_url: address }
}
