import type { Severity } from '@vakt/contract/severity.ts'
import type { AlertEvent, ReadSignal } from '@vakt/domain/alert-event.ts'
import { parseWithin } from '#server/features/signals/check-json.ts'
import { distinctTargets, entityTarget, hostTarget, nameOfTarget, targetsOfLabels } from './alert-targets.ts'
import {
  type Fields,
  field,
  isFields,
  joinParagraphs,
  keepFirstLabels,
  labelOf,
  readEpoch,
  readFields,
  readLabels,
  readList,
  readText,
  readTextField,
  readWebAddress,
  shortIdentity,
  textLimits,
  unrecognised,
} from './read-field.ts'
import { readSeverity } from './read-severity.ts'

type Labels = Record<string, string>

/** Reads a notification of Google Cloud Monitoring, version 1.2, as a webhook or as a push of Pub/Sub, which holds the same JSON. */
export function readGoogleCloud(body: unknown): ReadSignal {
  if (!isFields(body)) return unrecognised('not-object')
  const notification = isFields(field(body, 'incident')) ? { value: body } : readPush(body)
  if ('fault' in notification && notification.fault !== 'not-json') return unrecognised(notification.fault)
  const sent = 'value' in notification ? readFields(notification.value) : {}
  const incident = field(sent, 'incident')
  if (!isFields(incident)) return unrecognised('google-no-incident')
  const state = readText(field(incident, 'state'))?.toLowerCase()
  // Without a state it must not count as firing: nothing would ever end it.
  if (state !== 'open' && state !== 'closed') return unrecognised('google-state')
  const id = readText(field(incident, 'incident_id'))
  if (id === null) return unrecognised('google-no-id')
  const event = readIncident(incident, id, state === 'open' ? 'firing' : 'resolved')
  return { kind: 'alerts', events: [isTest(sent) ? { ...event, neverEnds: true } : event] }
}

/** `{"message":{"data":"<base64>"},"subscription":"…"}` */
function readPush(body: Fields): ReturnType<typeof parseWithin> {
  const data = field(readFields(field(body, 'message')), 'data')
  return typeof data === 'string' ? parseWithin(Buffer.from(data, 'base64')) : { fault: 'not-json' }
}

/** What *Send test notification* of a channel sends: it fires once and never ends. */
const isTest = (notification: Fields) => readText(field(notification, 'version'))?.toLowerCase() === 'test'

function readIncident(incident: Fields, id: string, state: AlertEvent['state']): AlertEvent {
  const policy = readTextField(incident, 'policy_name')
  const condition = readFields(field(incident, 'condition'))
  const name = readText(readTextField(incident, 'condition_name') ?? readTextField(condition, 'displayName') ?? policy, textLimits.name)
  const resource = readLabels(field(readFields(field(incident, 'resource')), 'labels'))
  const metadata = readFields(field(incident, 'metadata'))
  const policyLabels = readLabels(field(incident, 'policy_user_labels'))
  const labels = {
    ...readLabels(field(metadata, 'user_labels')),
    ...readLabels(field(readFields(field(incident, 'metric')), 'labels')),
    ...resource,
    ...policyLabels,
  }
  const names = [
    ...['name', 'instance_name'].map((key) => labelOf(readLabels(field(metadata, 'system_labels')), key)),
    ...['resource_display_name', 'resource_name'].map((key) => readTextField(incident, key)),
  ]
  const targets = distinctTargets([...targetsOfLabels(labels), ...names.flatMap(entityTarget), ...names.flatMap(hostTarget)])
  return {
    source: 'google-cloud',
    fingerprint: shortIdentity(id),
    state,
    startedAt: readEpoch(field(incident, 'started_at'), 's'),
    endedAt: state === 'resolved' ? readEpoch(field(incident, 'ended_at'), 's') : null,
    name: name ?? readText(field(incident, 'summary'), textLimits.name) ?? 'Alert without a name',
    rule: readText(policy, textLimits.name) ?? name ?? 'Alert without a name',
    description: joinParagraphs([readText(field(incident, 'summary'), textLimits.description), readDocumentation(incident)]),
    severity: severityOf(incident, policyLabels),
    metricName: readText(field(readFields(field(incident, 'metric')), 'type')),
    targets,
    targetName: names.find((one) => one !== null) ?? nameOfTarget(targets[0]),
    labels: keepFirstLabels({ ...readMeasured(incident, condition), ...labels, ...readRunbook(incident) }),
    sourceUrl: readWebAddress(field(incident, 'url')),
  }
}

/** An object, or just a text in what the test button sends. */
function readDocumentation(incident: Fields): string | null {
  const documentation = field(incident, 'documentation')
  return readText(isFields(documentation) ? field(documentation, 'content') : documentation, textLimits.description)
}

/** The observed value may be a sentence, which is no value. */
function readMeasured(incident: Fields, condition: Fields): Labels {
  const number = (value: unknown) => {
    const text = readText(value, 60)
    return text !== null && /^-?\d/.test(text) ? text : null
  }
  const threshold = readFields(field(condition, 'conditionThreshold'))
  const operators: Labels = { COMPARISON_GT: '>', COMPARISON_GE: '>=', COMPARISON_LT: '<', COMPARISON_LE: '<=' }
  const comparison = readText(field(threshold, 'comparison')) ?? ''
  const facts = {
    value: number(field(incident, 'observed_value')),
    threshold: number(field(incident, 'threshold_value')) ?? number(field(threshold, 'thresholdValue')),
    operator: Object.hasOwn(operators, comparison) ? (operators[comparison] ?? null) : null,
  }
  return Object.fromEntries(Object.entries(facts).filter((fact): fact is [string, string] => fact[1] !== null))
}

function readRunbook(incident: Fields): Labels {
  const links = readList(field(readFields(field(incident, 'documentation')), 'links')).filter(isFields)
  const named = links.find((link) => /run-?book|playbook/i.test(readText(field(link, 'display_name')) ?? '')) ?? links[0]
  const address = named ? readWebAddress(field(named, 'url')) : null
  return address === null ? {} : { runbook_url: address }
}

function severityOf(incident: Fields, labels: Labels): Severity {
  const words = [readTextField(incident, 'severity'), labelOf(labels, 'severity', 'priority')]
  return words.map(readSeverity).find((severity) => severity !== null) ?? 'medium'
}
