import type { AlertEvent, ReadSignal } from '@vakt/domain/alert-event.ts'
import { readPrometheusAlert } from './alertmanager.ts'
import {
  type Fields,
  field,
  isFields,
  keepFirstLabels,
  labelOf,
  readFields,
  readLabels,
  readText,
  readWebAddress,
  textLimits,
  unrecognised,
} from './read-field.ts'

type Labels = Record<string, string>

/**
 * Reads a webhook of Grafana Alerting (`grafana/alerting`, receivers/webhook/v1): Alertmanager's groups with more fields. A contact point
 * with a payload template of its own sends another body, which is a case for `generic`.
 */
export function readGrafana(body: unknown): ReadSignal {
  if (!isFields(body)) return unrecognised('not-object')
  const alerts = field(body, 'alerts')
  if (!Array.isArray(alerts)) return unrecognised('no-alert-list')
  const events = alerts.filter(isFields).map((alert) => readAlert(alert, body))
  return events.length > 0 ? { kind: 'alerts', events } : unrecognised('empty-alert-list')
}

function readAlert(alert: Fields, group: Fields): AlertEvent {
  const event = readPrometheusAlert(alert, group, 'grafana')
  const rule = readText(labelOf(event.labels, 'rulename'), textLimits.name) ?? event.rule
  const isAboutRule = rule !== event.rule
  return {
    ...event,
    rule,
    // DatasourceNoData and DatasourceError say in `rulename` which rule it was.
    name: (isAboutRule ? readText(`${rule} (${event.name})`, textLimits.name) : null) ?? event.name,
    labels: keepFirstLabels({ ...readMeasured(alert), ...withoutInternal(event.labels), ...readPages(alert) }),
    ...(isTest(event) ? { neverEnds: true as const } : {}),
  }
}

/** What the button *Test* of a contact point sends: it fires once and never ends. */
const isTest = ({ name, labels }: AlertEvent) => name === 'TestAlert' && labels.instance === 'Grafana'

/** Labels of Grafana's own, such as `__alert_rule_uid__`. */
function withoutInternal(labels: Labels): Labels {
  return Object.fromEntries(Object.entries(labels).filter(([name]) => !name.startsWith('__')))
}

/**
 * `values` holds every expression of the rule, null when there is no data. The condition is 0 or 1; what was measured is the first other one.
 */
function readMeasured(alert: Fields): Labels {
  const values = Object.values(readLabels(field(alert, 'values')))
  const value = values.find((one) => one !== '0' && one !== '1') ?? values[0]
  return value === undefined ? {} : { value }
}

function readPages(alert: Fields): Labels {
  const annotations = readFields(field(alert, 'annotations'))
  const pages = {
    dashboard_url: readWebAddress(field(alert, 'panelURL')) ?? readWebAddress(field(alert, 'dashboardURL')),
    runbook_url: readWebAddress(field(annotations, 'runbook_url')),
  }
  return Object.fromEntries(Object.entries(pages).filter((page): page is [string, string] => page[1] !== null))
}
