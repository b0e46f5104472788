import type { AzureSettings } from '@vakt/contract/connectors.ts'
import { type AzureAddresses, type AzureAnswer, askAzure } from '#server/features/connectors/azure-request.ts'
import { signInToAzure } from '#server/features/connectors/azure-sign-in.ts'
import { type SourceAccess, SourceFailure } from '#server/features/connectors/source.ts'

const apiVersion = '2024-02-01'
const usualMetricsAddress = 'https://{region}.metrics.monitor.azure.com'
const metricsScope = 'https://metrics.monitor.azure.com/.default'
/** Longer pauses than this are waited for outside the slot: the job comes again later. */
const longestWaitMilliseconds = 20_000

export const maxResourcesPerBatch = 50
export const maxMetricsPerBatch = 20

const aggregations = ['average', 'total', 'maximum', 'minimum', 'count'] as const
type AzureAggregation = (typeof aggregations)[number]

/** What Azure measures of a type of resource. `aggregation` is the one that makes sense of it; `grain` the shortest there is. */
export type AzureMetric = { name: string; unit: string; aggregation: AzureAggregation; grain: string; grainMilliseconds: number }

export type AzurePoint = { resourceId: string; metric: string; at: number; value: number }

export type BatchQuestion = {
  region: string
  subscriptionId: string
  /** The type of the resources. */
  namespace: string
  resourceIds: readonly string[]
  /** All of one grain. */
  metrics: readonly AzureMetric[]
  from: number
  to: number
}

type Json = Record<string, unknown>
const listOf = (value: unknown): Json[] =>
  Array.isArray(value) ? (value as Json[]).filter((one) => typeof one === 'object' && one !== null) : []
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** `PT1M`, `PT1H`, `P1D`; null for what is longer, or none of these. */
function readGrain(text: string): number | null {
  const [, number, unit] = /^PT(\d+)([MH])$/.exec(text) ?? []
  return number === undefined ? null : Number(number) * (unit === 'H' ? 3_600_000 : 60_000)
}

function readDefinition(row: Json): AzureMetric | null {
  const name = textOf((row.name as Json | undefined)?.value)
  const aggregation = aggregations.find((one) => one === textOf(row.primaryAggregationType).toLowerCase())
  const [shortest] = listOf(row.metricAvailabilities)
    .map(({ timeGrain }) => ({ grain: textOf(timeGrain), grainMilliseconds: readGrain(textOf(timeGrain)) }))
    .filter((one): one is { grain: string; grainMilliseconds: number } => one.grainMilliseconds !== null)
    .sort((a, b) => a.grainMilliseconds - b.grainMilliseconds)
  // Names with a comma cannot be asked for: the list is separated by them.
  return name && aggregation && shortest && !name.includes(',') ? { name, unit: textOf(row.unit), aggregation, ...shortest } : null
}

function toFailure({ status, body }: AzureAnswer): SourceFailure {
  const error = (body.error ?? body) as Json
  const text = textOf(error.message) || `Azure answered ${status}.`
  if (status === 401) return new SourceFailure('sign_in_refused', text)
  if (status === 403) return new SourceFailure('no_access', text)
  if (status === 429) return new SourceFailure('throttled', text)
  return new SourceFailure(status >= 500 ? 'azure_failed' : 'question_refused', text)
}

export type AzureMetricsClient = {
  /** The metrics that Azure has of the type of this resource. */
  readDefinitions(resourceId: string): Promise<AzureMetric[]>
  readBatch(question: BatchQuestion): Promise<AzurePoint[]>
}

/** Azure Monitor's platform metrics, asked one question after the other as a service principal that may read. Throws SourceFailure. */
export function createAzureMetricsClient(
  addresses: AzureAddresses,
  { settings, secret, signal }: SourceAccess<AzureSettings>,
): AzureMetricsClient {
  const patient = { ...addresses, longestWaitMilliseconds }
  const tokens = new Map<string, string>()

  async function ask(scope: string, url: string, request: RequestInit): Promise<Json> {
    for (let hasRenewed = false; ; hasRenewed = true) {
      const token = tokens.get(scope) ?? (await signInToAzure(patient, { ...settings, secret, scope }, signal))
      tokens.set(scope, token)
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      const answer = await askAzure(patient, url, { ...request, headers }, signal)
      if (answer.status === 200) return answer.body
      if (answer.status !== 401 || hasRenewed) throw toFailure(answer)
      tokens.delete(scope)
    }
  }

  return {
    async readDefinitions(resourceId) {
      const url = `${addresses.management}${encodeURI(resourceId)}/providers/Microsoft.Insights/metricDefinitions?api-version=${apiVersion}`
      const body = await ask(`${addresses.management}/.default`, url, { method: 'GET' })
      return listOf(body.value).flatMap((row) => readDefinition(row) ?? [])
    },

    async readBatch({ region, subscriptionId, namespace, resourceIds, metrics, from, to }) {
      const query = new URLSearchParams({
        starttime: new Date(from).toISOString(),
        endtime: new Date(to).toISOString(),
        interval: metrics[0]?.grain ?? 'PT5M',
        metricnamespace: namespace,
        metricnames: metrics.map(({ name }) => name).join(','),
        aggregation: [...new Set(metrics.map(({ aggregation }) => aggregation))].join(','),
        'api-version': apiVersion,
      })
      const base = (addresses.metrics ?? usualMetricsAddress).replace('{region}', region)
      const url = `${base}/subscriptions/${subscriptionId}/metrics:getBatch?${query}`
      const body = await ask(metricsScope, url, { method: 'POST', body: JSON.stringify({ resourceids: resourceIds }) })
      return readPoints(body, metrics)
    },
  }
}

function readPoints(body: Json, metrics: readonly AzureMetric[]): AzurePoint[] {
  const byName = new Map(metrics.map((metric) => [metric.name.toLowerCase(), metric]))
  const points: AzurePoint[] = []
  for (const { resourceid, value } of listOf(body.values)) {
    for (const { name, timeseries } of listOf(value)) {
      const metric = byName.get(textOf((name as Json | undefined)?.value).toLowerCase())
      if (!metric) continue
      for (const { data } of listOf(timeseries)) {
        for (const point of listOf(data)) {
          const at = Date.parse(textOf(point.timeStamp))
          const measured = point[metric.aggregation]
          // A minute without a value has its time only.
          if (typeof measured === 'number' && !Number.isNaN(at))
            points.push({ resourceId: textOf(resourceid).toLowerCase(), metric: metric.name, at, value: measured })
        }
      }
    }
  }
  return points
}
