import { type IngestFormat, type SignalFormat, signalFormats } from '@vakt/contract/monitoring-sources/monitoring-sources.ts'
import { sampleSignal } from '@vakt/domain/sample-signal.ts'
import { zabbixMediaType } from '@vakt/domain/zabbix-media-type.ts'
import { datadogPayload } from './datadog-payload.ts'

const snippetKinds = [...signalFormats, 'prometheus', 'otlp', 'curl'] as const
export type SnippetKind = (typeof snippetKinds)[number]

/** What one text is for; the whole configuration unless it says otherwise. */
export type SnippetPart = 'whole' | 'address' | 'headers' | 'payload' | 'key' | 'policy' | 'pubsub'
export type Snippet = { part: SnippetPart; text: string }

type Source = { origin: string; token: string; formats: readonly IngestFormat[] | null; heartbeatName: string | null }

const isSignalFormat = (format: IngestFormat): format is SignalFormat => (signalFormats as readonly string[]).includes(format)

/** The ways in which a source can be connected: those whose format its token may send. */
export const snippetKindsFor = (formats: readonly IngestFormat[] | null): SnippetKind[] =>
  snippetKinds.filter((kind) => formats === null || (kind === 'curl' ? formats.some(isSignalFormat) : formats.includes(kind)))

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

const grafana = ({ origin, token }: Source) => `apiVersion: 1
contactPoints:
  - orgId: 1
    name: Vakt
    receivers:
      - uid: vakt
        type: webhook
        disableResolveMessage: false
        settings:
          url: ${origin}/ingest/v1/grafana
          httpMethod: POST
          authorization_scheme: Bearer
          authorization_credentials: ${token}
          # With a secret under "Verify the sender":
          # hmacConfig:
          #   secret: …
          #   header: X-Grafana-Alerting-Signature
          #   timestampHeader: X-Grafana-Alerting-Timestamp
`

const grafanaPolicy = `apiVersion: 1
policies:
  - orgId: 1
    receiver: Vakt
    group_by: ['...']
    group_wait: 0s
    group_interval: 1m
    repeat_interval: 4h
`

const googleCloud = ({ origin, token }: Source) => `gcloud beta monitoring channels create \\
  --display-name=Vakt \\
  --type=webhook_basicauth \\
  --channel-labels=url=${origin}/ingest/v1/google-cloud,username=vakt,password=${token}`

const googlePush = ({ origin, token }: Source) => `gcloud pubsub subscriptions create vakt \\
  --topic=TOPIC \\
  --push-endpoint=${origin}/ingest/v1/google-cloud/${token} \\
  --push-auth-service-account=SERVICE_ACCOUNT \\
  --push-auth-token-audience=${origin}`

const prometheus = ({ origin, token }: Source) => `remote_write:
  - url: ${origin}/ingest/v1/prometheus
    authorization:
      credentials: ${token}
      # Or, to keep the token out of this file:
      # credentials_file: /etc/prometheus/vakt-token
`

const otlp = ({ origin, token }: Source) => `exporters:
  otlphttp/vakt:
    endpoint: ${origin}/ingest/v1/otlp
    headers:
      Authorization: Bearer ${token}
service:
  pipelines:
    metrics:
      exporters: [otlphttp/vakt]
`

function curl({ origin, token, formats }: Source): string {
  const format = formats?.find(isSignalFormat) ?? 'alertmanager'
  const body = JSON.stringify(sampleSignal(format, { state: 'firing', at: null }) ?? {})
  return `curl -i ${origin}/ingest/v1/${format} \\
  -H 'Authorization: Bearer ${token}' \\
  -H 'Content-Type: application/json' \\
  -d '${body}'`
}

/** AWS refuses a policy that takes longer than an hour in all. */
const deliveryPolicy = {
  healthyRetryPolicy: {
    numRetries: 60,
    numNoDelayRetries: 0,
    minDelayTarget: 5,
    maxDelayTarget: 60,
    numMinDelayRetries: 5,
    numMaxDelayRetries: 40,
    backoffFunction: 'exponential',
  },
}

const cloudWatch = ({ origin, token }: Source) => `aws sns subscribe \\
  --topic-arn TOPIC_ARN \\
  --protocol https \\
  --notification-endpoint ${origin}/ingest/v1/cloudwatch-sns/${token} \\
  --attributes '${JSON.stringify({ DeliveryPolicy: JSON.stringify(deliveryPolicy) })}'

aws cloudwatch put-metric-alarm \\
  --alarm-name … \\
  --alarm-actions TOPIC_ARN \\
  --ok-actions TOPIC_ARN`

/** A body that the suggested mapping reads. */
export const genericSample = { id: 'disk web-01', status: 'bad', severity: 'low', host: 'web-01', title: 'Disk is full' }

const generic = ({ origin, token }: Source) => `curl -i ${origin}/ingest/v1/generic \\
  -H 'Authorization: Bearer ${token}' \\
  -H 'Content-Type: application/json' \\
  -d '${JSON.stringify(genericSample)}'`

const whole = (text: string): Snippet[] => [{ part: 'whole', text }]

/** What to paste into the sender, with the token in it. */
export function snippetsOf(kind: SnippetKind, source: Source): Snippet[] {
  const { origin, token } = source
  switch (kind) {
    case 'alertmanager':
      return whole(alertmanager(source))
    case 'azure-monitor':
      return whole(`${origin}/ingest/v1/azure-monitor/${token}`)
    case 'grafana':
      return [...whole(grafana(source)), { part: 'policy', text: grafanaPolicy }]
    case 'pagerduty':
      return [
        { part: 'address', text: `${origin}/ingest/v1/pagerduty/v2/enqueue` },
        { part: 'key', text: token },
      ]
    case 'datadog':
      return [
        { part: 'address', text: `${origin}/ingest/v1/datadog` },
        { part: 'payload', text: datadogPayload },
        { part: 'headers', text: JSON.stringify({ Authorization: `Bearer ${token}` }) },
      ]
    case 'zabbix':
      return whole(zabbixMediaType({ url: `${origin}/ingest/v1/zabbix`, token }))
    case 'google-cloud':
      return [...whole(googleCloud(source)), { part: 'pubsub', text: googlePush(source) }]
    case 'cloudwatch-sns':
      return whole(cloudWatch(source))
    case 'generic':
      return whole(generic(source))
    case 'prometheus':
      return whole(prometheus(source))
    case 'otlp':
      return whole(otlp(source))
    case 'curl':
      return whole(curl(source))
  }
}
