/** So many conditions there are in the world of the load; after them they repeat, as Alertmanager repeats what goes on firing. */
const conditions = 10_000
let next = 0

const createAlert = (number: number) => ({
  status: 'firing',
  labels: {
    alertname: `HighRequestLatency${number % 40}`,
    severity: 'high',
    instance: `node-${number}.bench.example:9100`,
    job: 'node',
    namespace: 'shop',
    cluster: 'weu-1',
  },
  annotations: { summary: 'Requests take too long', description: 'The 99th percentile has been above one second for ten minutes.' },
  startsAt: new Date().toISOString(),
  endsAt: '0001-01-01T00:00:00Z',
  generatorURL: 'http://prometheus.bench.example/graph?g0.expr=histogram_quantile&g0.tab=1',
  fingerprint: `bench${number}`,
})

/** A notification as Alertmanager sends it, about the next so many conditions. */
export function createNotification(count: number): string {
  const alerts = Array.from({ length: count }, () => createAlert(next++ % conditions))
  return JSON.stringify({
    version: '4',
    groupKey: '{}:{alertname="HighRequestLatency"}',
    truncatedAlerts: 0,
    status: 'firing',
    receiver: 'vakt',
    groupLabels: { alertname: 'HighRequestLatency' },
    commonLabels: { severity: 'high', job: 'node' },
    commonAnnotations: {},
    externalURL: 'http://alertmanager.bench.example:9093',
    alerts,
  })
}
