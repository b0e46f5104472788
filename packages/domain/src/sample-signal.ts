import type { SignalFormat } from '@vakt/contract/monitoring-sources/monitoring-sources.ts'

type Moment = { state: 'firing' | 'resolved'; at: Date | null }

const key = 'vakt-test'
const name = 'VaktTest'
const iso = (at: Date | null) => (at ? at.toISOString() : undefined)
const seconds = (at: Date | null) => (at ? at.getTime() / 1000 : null)

/** Alertmanager and what descends from it. */
const prometheus = (version: string, { state, at }: Moment) => ({
  version,
  alerts: [
    {
      status: state,
      labels: { alertname: name, severity: 'info' },
      annotations: { summary: 'A test alert from Vakt' },
      ...(at && { [state === 'firing' ? 'startsAt' : 'endsAt']: iso(at) }),
    },
  ],
})

const samples: Record<Exclude<SignalFormat, 'generic'>, (moment: Moment) => object> = {
  alertmanager: (moment) => prometheus('4', moment),
  grafana: (moment) => prometheus('1', moment),
  'azure-monitor': ({ state, at }) => ({
    schemaId: 'azureMonitorCommonAlertSchema',
    data: {
      essentials: {
        alertId: key,
        alertRule: name,
        severity: 'Sev4',
        monitorCondition: state === 'firing' ? 'Fired' : 'Resolved',
        [state === 'firing' ? 'firedDateTime' : 'resolvedDateTime']: iso(at),
      },
    },
  }),
  pagerduty: ({ state, at }) => ({
    event_action: state === 'firing' ? 'trigger' : 'resolve',
    dedup_key: key,
    payload: { summary: name, source: key, severity: 'info', timestamp: iso(at) },
  }),
  datadog: ({ state, at }) => ({
    cycle: key,
    title: name,
    transition: state === 'firing' ? 'Triggered' : 'Recovered',
    priority: 'P5',
    ...(at && { date: String(at.getTime()) }),
  }),
  zabbix: ({ state, at }) => ({
    event_id: key,
    event_value: state === 'firing' ? '1' : '0',
    name,
    severity: '1',
    ...(at && { [state === 'firing' ? 'event_timestamp' : 'recovery_timestamp']: String(seconds(at)) }),
  }),
  'cloudwatch-sns': ({ state, at }) => ({
    AlarmName: name,
    AlarmDescription: 'A test alert from Vakt. severity=low',
    AWSAccountId: key,
    NewStateValue: state === 'firing' ? 'ALARM' : 'OK',
    StateChangeTime: iso(at),
  }),
  'google-cloud': ({ state, at }) => ({
    incident: {
      incident_id: key,
      state: state === 'firing' ? 'open' : 'closed',
      policy_name: name,
      policy_user_labels: { severity: 'info' },
      ...(at && { [state === 'firing' ? 'started_at' : 'ended_at']: seconds(at) }),
    },
  }),
}

/** A body of the format with a test alert of low severity, as its sender would send it; null where only the sender knows the shape. */
export function sampleSignal(format: SignalFormat, moment: Moment): object | null {
  const build: ((moment: Moment) => object) | undefined = (samples as Record<string, (moment: Moment) => object>)[format]
  return build?.(moment) ?? null
}
