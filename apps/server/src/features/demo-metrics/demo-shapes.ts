/** What a curve is made from at one moment. */
export type Moment = {
  /** How busy the customer is, 0 to 1. */
  activity: number
  /** From -1 to 1: drifts over hours; changes every five minutes. */
  wave: number
  noise: number
  /** From 0 to 1, the same at all times for one series. */
  level: number
  /** Days since 1970, with their part. */
  day: number
}

export type Shape = {
  metric: string
  unit: string | null
  kind: 'gauge' | 'delta'
  dimensions?: Record<string, string>
  /** The usual value, and how far points lie around it. */
  usual: (moment: Moment) => number
  spread: number
  /** The rules of the customer's monitoring whose incidents it shows, and the value while they last. */
  incidents?: { rules: readonly string[]; value: (moment: Moment) => number; about?: string }
}

const gibibyte = 1024 ** 3
const mebibyte = 1024 ** 2

/** A metric of which the demo has an alert rule. */
export const cpuMetric = 'instance:node_cpu_utilisation:rate5m'
export const memoryMetric = 'node_memory_MemAvailable_bytes'
export const diskMetric = 'node_filesystem_avail_bytes'
export const databaseCpuMetric = 'cpu_percent'

/** The machine whose log disk fills up slowly. */
export const fillingMachine = 'vm-wms-01'

const up: Shape = {
  metric: 'up',
  unit: null,
  kind: 'gauge',
  usual: () => 1,
  spread: 0,
  incidents: { rules: ['HostUnreachable'], value: () => 0 },
}

const cpu: Shape = {
  metric: cpuMetric,
  unit: '%',
  kind: 'gauge',
  usual: ({ activity, wave, noise, level }) => 9 + 14 * level + (24 + 22 * level) * activity + 5 * wave + 4 * noise,
  spread: 5,
  incidents: { rules: ['HighCpu'], value: ({ noise }) => 93 + 1.5 * noise },
}

const memory: Shape = {
  metric: memoryMetric,
  unit: 'By',
  kind: 'gauge',
  usual: ({ activity, wave, noise, level }) => 16 * gibibyte * (0.58 - 0.2 * level - 0.12 * activity + 0.03 * wave + 0.006 * noise),
  spread: 0.1 * gibibyte,
  incidents: { rules: ['HostMemoryLow'], value: ({ noise }) => 16 * gibibyte * (0.08 + 0.004 * noise) },
}

/** Grows until its logs are packed, every one or two weeks. */
const freeOf = (size: number, { level, day, wave }: Moment) => {
  const period = 9 + Math.round(level * 6)
  const filled = ((day + level * 40) % period) / period
  return size * gibibyte * (0.62 - 0.22 * level - 0.16 * filled + 0.004 * wave)
}

const disk = (mountpoint: string, size: number): Shape => ({
  metric: diskMetric,
  unit: 'By',
  kind: 'gauge',
  dimensions: { mountpoint },
  usual: (moment) => freeOf(size, moment),
  spread: 0.02 * gibibyte,
  incidents: { rules: ['DiskAlmostFull'], value: ({ wave }) => size * gibibyte * (0.07 + 0.004 * wave), about: mountpoint },
})

/** Close to the 20 GiB of its rule, and never below. */
const fillingDisk: Shape = {
  metric: diskMetric,
  unit: 'By',
  kind: 'gauge',
  dimensions: { mountpoint: '/var/log' },
  usual: ({ day, wave }) => gibibyte * (24.4 - 0.35 * (day % 8) + 0.2 * wave),
  spread: 0.02 * gibibyte,
}

const network: Shape = {
  metric: 'instance:node_network_receive_bytes_excluding_lo:rate5m',
  unit: 'By/s',
  kind: 'gauge',
  usual: ({ activity, wave, noise, level }) => mebibyte * (0.25 + 6 * level) * (0.12 + activity) * (1 + 0.2 * wave + 0.12 * noise),
  spread: 0.05 * mebibyte,
}

const percent = (metric: string, rules: string[], { low, swing }: { low: number; swing: number }): Shape => ({
  metric,
  unit: '%',
  kind: 'gauge',
  usual: ({ activity, wave, noise, level }) => low + 10 * level + swing * activity + 3 * wave + 2.5 * noise,
  spread: 3,
  incidents: { rules, value: ({ noise }) => 93 + 1.5 * noise },
})

const response: Shape = {
  metric: 'HttpResponseTime',
  unit: 'Seconds',
  kind: 'gauge',
  usual: ({ activity, wave, noise, level }) => 0.11 + 0.1 * level + 0.16 * activity + 0.02 * wave + 0.02 * noise,
  spread: 0.05,
  incidents: { rules: ['ResponseTimeHigh'], value: ({ noise, wave }) => 3.4 + 0.9 * wave + 0.5 * noise },
}

const requests = (status: string, perMinute: number, during: number): Shape => ({
  metric: 'http_server_requests_seconds_count',
  unit: null,
  kind: 'delta',
  dimensions: { status },
  usual: ({ activity, noise, level }) => Math.round(perMinute * (0.4 + level) * (0.08 + activity) * (1 + 0.15 * noise)),
  spread: perMinute * 0.05,
  ...(during > 0 && { incidents: { rules: ['Http5xxRate'], value: ({ noise }: Moment) => Math.round(during * (1 + 0.2 * noise)) } }),
})

const waiting: Shape = {
  metric: 'ActiveMessages',
  unit: 'Count',
  kind: 'gauge',
  usual: ({ activity, noise, level }) => Math.round((40 + 160 * level) * (0.2 + activity) * (1 + 0.3 * noise)),
  spread: 12,
  incidents: { rules: ['QueueBacklog'], value: ({ wave, noise }) => Math.round(14_000 + 5_000 * wave + 800 * noise) },
}

const lag: Shape = {
  metric: 'replication_lag_seconds',
  unit: 's',
  kind: 'gauge',
  usual: ({ activity, noise, level }) => 0.4 + 1.5 * level + 2 * activity + 0.4 * noise,
  spread: 0.3,
  incidents: { rules: ['ReplicationLag'], value: ({ wave, noise }) => 320 + 120 * wave + 20 * noise },
}

const latency: Shape = {
  metric: 'SuccessE2ELatency',
  unit: 'MilliSeconds',
  kind: 'gauge',
  usual: ({ activity, noise, level }) => 14 + 12 * level + 18 * activity + 3 * noise,
  spread: 6,
  incidents: { rules: ['StorageLatencyHigh'], value: ({ noise, wave }) => 820 + 250 * wave + 60 * noise },
}

const databaseCpu = percent(databaseCpuMetric, ['DatabaseLoadHigh'], { low: 8, swing: 42 })
const storageUsed: Shape = {
  ...percent('storage_percent', [], { low: 38, swing: 0 }),
  usual: ({ level, day, wave }) => 34 + 24 * level + ((day + level * 90) % 120) * 0.12 + 0.2 * wave,
  spread: 0.05,
}

const machine = [cpu, memory, disk('/', 128), disk('/var', 64), network, up]
const site = [response, requests('200', 900, 0), requests('5xx', 0.6, 95)]

/** By the type of a resource in lower case. */
const shapesOfType: Record<string, Shape[]> = {
  'microsoft.compute/virtualmachines': machine,
  'microsoft.hybridcompute/machines': [cpu, memory, up],
  'microsoft.web/sites': site,
  'microsoft.network/applicationgateways': site,
  'microsoft.containerservice/managedclusters': [percent('node_cpu_usage_percentage', [], { low: 14, swing: 38 })],
  'microsoft.servicebus/namespaces': [waiting],
  'microsoft.eventhub/namespaces': [waiting],
  'microsoft.sql/servers/databases': [databaseCpu, storageUsed, lag],
  'microsoft.dbforpostgresql/flexibleservers': [databaseCpu, storageUsed, lag],
  'microsoft.cache/redis': [percent('usedmemorypercentage', ['CacheMemoryHigh'], { low: 30, swing: 22 })],
  'microsoft.documentdb/databaseaccounts': [percent('NormalizedRUConsumption', ['RequestsThrottled'], { low: 6, swing: 45 })],
  'microsoft.storage/storageaccounts': [latency],
  'microsoft.network/azurefirewalls': [percent('SNATPortUtilization', ['SnatPortsExhausted'], { low: 4, swing: 34 })],
  'microsoft.network/loadbalancers': [percent('SNATPortUtilization', ['SnatPortsExhausted'], { low: 4, swing: 34 })],
}

export const shapesOf = ({ type, name }: { type: string; name: string }): Shape[] => [
  ...(shapesOfType[type] ?? []),
  ...(name === fillingMachine ? [fillingDisk] : []),
]
