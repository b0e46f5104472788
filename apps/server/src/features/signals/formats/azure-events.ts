import type { AlertEvent, AlertTarget } from '@vakt/domain/alert-event.ts'
import {
  distinctTargets,
  entityTarget,
  hostTarget,
  isResourceId,
  nameOfTarget,
  resourceTarget,
  withoutEndSlashes,
} from './alert-targets.ts'
import type { AzureAlert } from './azure-alert.ts'
import { hashCondition } from './hash-condition.ts'
import { joinParagraphs, keepFirstLabels, labelOf, readText, readWebAddress, textLimits } from './read-field.ts'
import { readSeverity } from './read-severity.ts'

const holdsOthers =
  /^\/subscriptions\/[^/]+(?:\/resourcegroups\/[^/]+(?:\/providers\/microsoft\.(?:operationalinsights\/workspaces|insights\/components|monitor\/accounts)\/[^/]+)?)?$/i
const machine = /\/providers\/microsoft\.(?:compute\/virtualmachines|hybridcompute\/machines|classiccompute\/virtualmachines)\/([^/]+)$/i

/** One event for each resource that the alert is about; a web test and its application are one. */
export function buildAzureEvents(alert: AzureAlert): AlertEvent[] {
  const ids = distinctIds(alert.targetIds)
  const groups = alert.facts.kind === 'web-test' || ids.length === 0 ? [ids] : ids.map((id) => [id])
  return groups.map((group) => buildEvent(alert, group, groups.length === 1))
}

function distinctIds(ids: string[]) {
  const distinct = new Map(ids.map((id): [string, string] => [withoutCase(id), id]))
  return [...distinct.values()]
}

function withoutCase(id: string) {
  return withoutEndSlashes(id.toLowerCase())
}

function buildEvent(alert: AzureAlert, targetIds: string[], isOnly: boolean): AlertEvent {
  const { facts } = alert
  const labels = { ...facts.labels, ...alert.labels }
  const rule = readText(alert.ruleName ?? nameInId(alert.ruleId) ?? facts.rule, textLimits.name) ?? 'Azure alert'
  const targets = distinctTargets(listTargets(alert, targetIds, labels, isOnly))
  return {
    source: 'azure-monitor',
    fingerprint: fingerprintOf(alert, targetIds),
    ...timesOf(alert),
    name: readText(facts.name, textLimits.name) ?? rule,
    rule,
    description: joinParagraphs([alert.description, ...facts.paragraphs]),
    severity: severityOf(alert.severity),
    metricName: facts.metricName,
    targets,
    targetName: nameOfTarget(targets[0]) ?? targetIds[0] ?? alert.configurationItems[0] ?? null,
    labels: keepFirstLabels(labels),
    sourceUrl: readWebAddress(alert.sourceUrl) ?? facts.sourceUrl,
  }
}

function nameInId(id: string | null) {
  return id?.split('/').findLast((part) => part !== '') ?? null
}

/** Says nothing of the instance: Azure gives each firing a new alert id. */
function fingerprintOf(alert: AzureAlert, targetIds: string[]) {
  const { facts } = alert
  const told = alert.ruleId ?? alert.ruleName ?? facts.rule ?? (targetIds.length === 0 ? alert.alertId : null)
  const targets = targetIds.length > 0 ? targetIds : alert.configurationItems
  const isKnownWithoutRule = facts.isSameForEveryRule && targets.length + facts.identity.length > 0
  const rule = isKnownWithoutRule ? [] : [withoutCase(told ?? '')]
  return hashCondition([facts.kind, ...rule, ...targets.map(withoutCase).toSorted(), ...facts.identity])
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

/** Resource ids, then `vakt_entity`, then hosts; what merely holds the thing that fails, such as a log workspace, comes last. */
function listTargets(alert: AzureAlert, targetIds: string[], labels: Record<string, string>, isOnly: boolean): AlertTarget[] {
  const own = targetIds.flatMap(resourceTarget)
  const [holders, things] = [own.filter(isHolder), own.filter((target) => !isHolder(target))]
  const [closerResources, closerHosts] = [
    alert.facts.closerTargets.filter(isResource),
    alert.facts.closerTargets.filter((target) => !isResource(target)),
  ]
  const machines = targetIds.flatMap((id) => hostTarget(isResourceId(id) ? (machine.exec(id)?.[1] ?? null) : id))
  const ownNames = own.map((target) => nameOfTarget(target)?.toLowerCase())
  const items =
    isOnly && alert.facts.kind !== 'cost' ? alert.configurationItems.filter((item) => !ownNames.includes(item.toLowerCase())) : []
  return [
    ...things,
    ...closerResources,
    ...items.flatMap(resourceTarget),
    ...entityTarget(labelOf(labels, 'vakt_entity')),
    ...closerHosts,
    ...machines,
    ...items.flatMap(hostTarget),
    ...holders,
    ...(own.length === 0 ? alert.facts.otherTargets : []),
  ]
}

function isResource(target: AlertTarget) {
  return target.kind === 'resource-id'
}

function isHolder(target: AlertTarget) {
  return holdsOthers.test(target.value)
}

const azureSeverities = { sev0: 'critical', sev1: 'high', sev2: 'medium', sev3: 'low', sev4: 'low' } as const

function severityOf(given: string | null): AlertEvent['severity'] {
  const word = (given ?? '').toLowerCase().replace(/^(\d)$/, 'sev$1')
  return Object.hasOwn(azureSeverities, word) ? azureSeverities[word as keyof typeof azureSeverities] : (readSeverity(given) ?? 'medium')
}
