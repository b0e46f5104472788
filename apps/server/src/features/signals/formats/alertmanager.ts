import type { AlertEvent, ReadSignal } from '@vakt/domain/alert-event.ts'
import { nameOfTarget, targetsOfLabels } from './alert-targets.ts'
import { hashCondition } from './hash-condition.ts'
import {
  type Fields,
  field,
  isFields,
  joinParagraphs,
  keepFirstLabels,
  labelOf,
  readFields,
  readLabels,
  readText,
  readTime,
  readWebAddress,
  shortIdentity,
  textLimits,
  unrecognised,
} from './read-field.ts'
import { readSeverity } from './read-severity.ts'

type Labels = Record<string, string>

/** Reads a webhook of Prometheus Alertmanager, version 4. What a group leaves out is not thereby resolved. */
export function readAlertmanager(body: unknown): ReadSignal {
  if (!isFields(body)) return unrecognised('not-object')
  const alerts = field(body, 'alerts')
  if (!Array.isArray(alerts)) return unrecognised('no-alert-list')
  const events = alerts.filter(isFields).map((alert) => readPrometheusAlert(alert, body, 'alertmanager'))
  return events.length > 0 ? { kind: 'alerts', events } : unrecognised('empty-alert-list')
}

/** One alert of a group, as Alertmanager and what descends from it write both. */
export function readPrometheusAlert(alert: Fields, group: Fields, source: string): AlertEvent {
  const labels = readLabels(field(alert, 'labels') ?? field(group, 'commonLabels'))
  const annotations = readFields(field(alert, 'annotations') ?? field(group, 'commonAnnotations'))
  const name = readName(labels, annotations)
  const targets = targetsOfLabels(labels)
  const state = readState(alert, group)
  return {
    source,
    fingerprint: readFingerprint(alert, labels),
    state,
    startedAt: readTime(field(alert, 'startsAt')),
    endedAt: state === 'resolved' ? readTime(field(alert, 'endsAt')) : null,
    name,
    rule: name,
    description: describe(annotations),
    severity: severityOf(labels),
    metricName: labelOf(labels, 'metric', 'metric_name', 'metricName', '__name__'),
    targets,
    targetName: nameOfTarget(targets[0]) ?? labelOf(labels, 'pod', 'service', 'job'),
    labels: keepFirstLabels({ ...readFactsOf(annotations), ...labels }),
    sourceUrl: readWebAddress(field(alert, 'generatorURL')),
  }
}

/** What a rule measured, against which limit, and where its runbook is: annotations that are kept beside the labels. */
function readFactsOf(annotations: Fields): Labels {
  const facts = ['value', 'threshold', 'operator'].flatMap((name) => {
    const text = readText(field(annotations, name))
    return text === null ? [] : [[name, text] as const]
  })
  const runbook = readWebAddress(field(annotations, 'runbook_url'))
  return { ...Object.fromEntries(facts), ...(runbook ? { runbook_url: runbook } : {}) }
}

function readName(labels: Labels, annotations: Fields) {
  const name = labelOf(labels, 'alertname') ?? readText(field(annotations, 'summary'))
  return readText(name, textLimits.name) ?? 'Alert without a name'
}

/** Without a status of its own, an alert fires unless its whole group is resolved: a false end would hide a condition. */
function readState(alert: Fields, group: Fields): AlertEvent['state'] {
  const status = readText(field(alert, 'status')) ?? readText(field(group, 'status'))
  return status?.toLowerCase() === 'resolved' ? 'resolved' : 'firing'
}

function readFingerprint(alert: Fields, labels: Labels) {
  const given = readText(field(alert, 'fingerprint'))
  if (given !== null) return shortIdentity(given)
  const sorted = Object.entries(labels).toSorted(([one], [other]) => (one < other ? -1 : 1))
  const origin = sorted.length === 0 ? [readText(field(alert, 'generatorURL')) ?? ''] : []
  return hashCondition([...sorted.flat(), ...origin])
}

function describe(annotations: Fields) {
  const names = ['summary', 'description', 'message']
  return joinParagraphs(names.map((name) => readText(field(annotations, name), textLimits.description)))
}

function severityOf(labels: Labels) {
  const words = ['severity', 'Severity', 'priority', 'level'].map((name) => labelOf(labels, name))
  return words.map(readSeverity).find((severity) => severity !== null) ?? 'medium'
}
