import type { AlertEvent } from '@vakt/domain/alert-event.ts'
import { withoutEndSlashes } from '@vakt/domain/trim-characters.ts'
import { nameOfTarget } from './alert-targets.ts'
import type { AzureAlert } from './azure-alert.ts'
import { listAzureTargets, readSharedTargets } from './azure-targets.ts'
import { hashCondition } from './hash-condition.ts'
import { joinParagraphs, keepFirstLabels, readText, readWebAddress, shortIdentity, textLimits } from './read-field.ts'
import { readSeverity } from './read-severity.ts'

/** One event for each resource that the alert is about; a web test and its application are one. */
export function buildAzureEvents(alert: AzureAlert): AlertEvent[] {
  const ids = distinctIds(alert.targetIds)
  const groups = alert.facts.kind === 'web-test' || ids.length === 0 ? [ids] : ids.map((id) => [id])
  const labels = { ...alert.facts.labels, ...alert.labels }
  const event = { ...describeAlert(alert), labels: keepFirstLabels(labels) }
  const shared = readSharedTargets(alert, labels, groups.length === 1)
  const identity = hashCondition(alert.facts.identity)
  return groups.map((targetIds) => {
    const targets = listAzureTargets(targetIds, shared)
    return {
      ...event,
      fingerprint: fingerprintOf(alert, targetIds, identity),
      targets,
      targetName: nameOfTarget(targets[0]) ?? targetIds[0] ?? alert.configurationItems[0] ?? null,
    }
  })
}

function distinctIds(ids: string[]) {
  const distinct = new Map(ids.map((id): [string, string] => [withoutCase(id), id]))
  return [...distinct.values()]
}

function withoutCase(id: string) {
  return withoutEndSlashes(id.toLowerCase())
}

/** Log alerts that keep no state never end, and nothing in their body tells them from those that do. */
const kindsWithoutEnd = ['activity', 'cost', 'log', 'smart-detection']

function describeAlert(alert: AzureAlert): Omit<AlertEvent, 'fingerprint' | 'targets' | 'targetName' | 'labels'> {
  const { facts } = alert
  const rule = readText(alert.ruleName ?? nameInId(alert.ruleId) ?? facts.rule, textLimits.name) ?? 'Azure alert'
  return {
    source: 'azure-monitor',
    ...timesOf(alert),
    name: readText(facts.name, textLimits.name) ?? rule,
    rule,
    description: joinParagraphs([alert.description, ...facts.paragraphs]),
    severity: severityOf(alert.severity),
    metricName: facts.metricName,
    sourceUrl: readWebAddress(alert.sourceUrl) ?? facts.sourceUrl,
    ...(alert.instanceId ? { sourceKey: shortIdentity(alert.instanceId.toLowerCase()) } : {}),
    ...(alert.isEndOfNamedDimensions ? { endsWithLabels: facts.dimensions } : {}),
    ...(kindsWithoutEnd.includes(facts.kind) ? { neverEnds: true as const } : {}),
  }
}

function nameInId(id: string | null) {
  return id?.split('/').findLast((part) => part !== '') ?? null
}

/** Says nothing of the instance: Azure gives each firing a new alert id. */
function fingerprintOf(alert: AzureAlert, targetIds: string[], identity: string) {
  const { facts } = alert
  const told = alert.ruleId ?? alert.ruleName ?? facts.rule ?? (targetIds.length === 0 ? alert.alertId : null)
  const targets = targetIds.length > 0 ? targetIds : alert.configurationItems
  const isKnownWithoutRule = facts.isSameForEveryRule && targets.length + facts.identity.length > 0
  const rule = isKnownWithoutRule ? [] : [withoutCase(told ?? '')]
  return hashCondition([facts.kind, ...rule, ...targets.map(withoutCase).toSorted(), identity])
}

function timesOf(alert: AzureAlert): Pick<AlertEvent, 'state' | 'startedAt' | 'endedAt'> {
  const { facts } = alert
  const state = facts.state ?? (alert.isResolved ? 'resolved' : 'firing')
  // A health event's end comes as a firing of its own, so when that was sent says nothing of the beginning.
  const toldAt = facts.state === 'resolved' ? null : alert.firedAt
  const startedAt = earliest(facts.startedAt, toldAt)
  const endedAt = alert.resolvedAt ?? facts.endedAt ?? (facts.state === 'resolved' ? alert.firedAt : null)
  return { state, startedAt, endedAt: state === 'resolved' ? endedAt : null }
}

/** Planned maintenance is told of before it begins. */
function earliest(one: Date | null, other: Date | null) {
  if (one === null || other === null) return one ?? other
  return one < other ? one : other
}

const azureSeverities = { sev0: 'critical', sev1: 'high', sev2: 'medium', sev3: 'low', sev4: 'low' } as const

function severityOf(given: string | null): AlertEvent['severity'] {
  const word = (given ?? '').toLowerCase().replace(/^(\d)$/, 'sev$1')
  return Object.hasOwn(azureSeverities, word) ? azureSeverities[word as keyof typeof azureSeverities] : (readSeverity(given) ?? 'medium')
}
