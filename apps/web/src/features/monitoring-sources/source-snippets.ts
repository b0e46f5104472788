import type { SignalFormat } from '@vakt/contract/monitoring-sources.ts'

const snippetKinds = ['alertmanager', 'azure-monitor', 'curl'] as const
export type SnippetKind = (typeof snippetKinds)[number]

type Source = { origin: string; token: string; formats: readonly SignalFormat[] | null; heartbeatName: string | null }

const formatOf: Record<SnippetKind, SignalFormat | null> = {
  alertmanager: 'alertmanager',
  'azure-monitor': 'azure-monitor',
  curl: null,
}

/** The ways in which a source can be connected: those whose format its token may send. */
export const snippetKindsFor = (formats: readonly SignalFormat[] | null): SnippetKind[] =>
  snippetKinds.filter((kind) => formats === null || formatOf[kind] === null || formats.includes(formatOf[kind]))

/** Inside YAML's double quotes, and within those a value of an Alertmanager matcher. */
const matcher = (name: string) => JSON.stringify(`alertname=${JSON.stringify(name)}`)

function alertmanager({ origin, token, heartbeatName }: Source): string {
  const heartbeat =
    heartbeatName === null
      ? ''
      : `
route:
  routes:
    - matchers: [${matcher(heartbeatName)}]
      receiver: vakt
      group_wait: 0s
      group_interval: 30s
      repeat_interval: 1m
`
  return `receivers:
  - name: vakt
    webhook_configs:
      - url: ${origin}/ingest/v1/alertmanager
        send_resolved: true
        http_config:
          authorization:
            credentials: ${token}
            # Or, to keep the token out of this file:
            # credentials_file: /etc/alertmanager/vakt-token
${heartbeat}`
}

function curl({ origin, token, formats }: Source): string {
  const format = formats && !formats.includes('alertmanager') ? 'azure-monitor' : 'alertmanager'
  const body =
    format === 'alertmanager'
      ? '{"version":"4","alerts":[{"status":"firing","labels":{"alertname":"VaktTest","severity":"info"}}]}'
      : '{"schemaId":"azureMonitorCommonAlertSchema","data":{"essentials":{"alertId":"vakt-test","alertRule":"VaktTest","severity":"Sev4","monitorCondition":"Fired"}}}'
  return `curl -i ${origin}/ingest/v1/${format} \\
  -H 'Authorization: Bearer ${token}' \\
  -H 'Content-Type: application/json' \\
  -d '${body}'`
}

/** What to paste into the sender, with the token in it. */
export function snippetOf(kind: SnippetKind, source: Source): string {
  switch (kind) {
    case 'alertmanager':
      return alertmanager(source)
    case 'azure-monitor':
      return `${source.origin}/ingest/v1/azure-monitor/${source.token}`
    case 'curl':
      return curl(source)
  }
}
