import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json, text } from 'node:stream/consumers'
import type { AzureAddresses } from '#server/features/connectors/azure-request.ts'
import { type AzureResource, recordedSubscriptions } from './recorded-inventory.ts'

type Question = { query: string; subscriptions?: string[]; options: { $top: number; $skipToken?: string } }
type Answer = { status?: number; headers?: Record<string, string>; body?: unknown; cut?: boolean }

/** What stands in for the usual answer to a page of resources; undefined: the usual answer. */
type Behaviour = (page: { number: number; question: Question; asked: number }) => Answer | undefined

/** One request for the metrics of several resources. */
type MetricBatch = { region: string; subscriptionId: string; query: URLSearchParams; resourceIds: string[]; authorization: string }

export type AzureServer = {
  addresses: AzureAddresses
  resources: AzureResource[]
  secret: string
  /** How the sign-in refuses instead of looking at the secret. */
  signInError: string | null
  behave: Behaviour
  /** The most rows that a page holds. */
  perPage: number
  asTable: boolean
  /** The resources are in the order of their ids already, which spares sorting many of them for each page. */
  isSorted: boolean
  signIns: number
  /** The scopes that tokens were asked for. */
  scopes: string[]
  questions: Question[]
  /** What stands in for the usual answer to a batch of metrics. */
  behaveMetrics: (batch: MetricBatch) => Answer | undefined | Promise<Answer | undefined>
  batches: MetricBatch[]
  close(): void
}

const readOffset = (token: string | undefined) => (token ? Number(Buffer.from(token, 'base64url').toString()) : 0)

/** Rows, cut where the page ends. Without the id in the question Azure gives no token for what follows. */
function pageOf(server: AzureServer, question: Question, rows: object[]): Record<string, unknown> {
  const from = readOffset(question.options.$skipToken)
  const until = from + Math.min(question.options.$top ?? 100, server.perPage)
  const page = rows.slice(from, until)
  const hasMore = until < rows.length
  const columns = Object.keys(page[0] ?? {}).map((name) => ({ name, type: 'string' }))
  return {
    totalRecords: rows.length,
    count: page.length,
    resultTruncated: 'false',
    ...(hasMore ? { $skipToken: Buffer.from(String(until)).toString('base64url') } : {}),
    facets: [],
    data: server.asTable ? { columns, rows: page.map((row) => Object.values(row)) } : page,
  }
}

const byId = (a: { id: string }, b: { id: string }) => (a.id.toLowerCase() < b.id.toLowerCase() ? -1 : 1)

function answerQuestion(server: AzureServer, question: Question): Answer {
  const { query, subscriptions } = question
  const isAsked = ({ subscriptionId }: { subscriptionId: string }) => !subscriptions || subscriptions.includes(subscriptionId)
  const resources = server.resources.filter(isAsked)
  if (query.startsWith('resourcecontainers'))
    return {
      body: pageOf(
        server,
        question,
        recordedSubscriptions.filter(isAsked).map((row) => ({ id: `/subscriptions/${row.subscriptionId}`, ...row })),
      ),
    }
  if (query.includes('summarize')) return { body: pageOf(server, question, [{ resources: resources.length, id: 'count' }]) }
  const number = Math.floor(readOffset(question.options.$skipToken) / server.perPage)
  server.questions.push(question)
  const asked = server.questions.filter(({ options }) => options.$skipToken === question.options.$skipToken).length
  return (
    server.behave({ number, question, asked }) ?? { body: pageOf(server, question, server.isSorted ? resources : resources.toSorted(byId)) }
  )
}

async function signIn(server: AzureServer, request: IncomingMessage): Promise<Answer> {
  server.signIns += 1
  const form = new URLSearchParams(await text(request))
  server.scopes.push(form.get('scope') ?? '')
  const refusal =
    server.signInError ?? (form.get('client_secret') === server.secret ? null : 'AADSTS7000215: Invalid client secret provided.')
  if (!refusal) return { body: { token_type: 'Bearer', expires_in: 3599, access_token: `token-${server.signIns}` } }
  const description = `${refusal} Trace ID: 6f1c3a4e Correlation ID: 11 Timestamp: 2026-11-21 06:00:00Z`
  return { status: 401, body: { error: 'invalid_client', error_description: description } }
}

const recordedDefinitions = (names: readonly [name: string, unit: string, aggregation: string][]) => ({
  value: names.map(([name, unit, aggregation]) => ({
    id: `/providers/microsoft.insights/metricdefinitions/${name}`,
    namespace: 'microsoft.compute/virtualmachines',
    name: { value: name, localizedValue: name },
    isDimensionRequired: false,
    unit,
    primaryAggregationType: aggregation,
    supportedAggregationTypes: ['None', 'Average', 'Minimum', 'Maximum', 'Total', 'Count'],
    metricAvailabilities: [
      { timeGrain: 'PT5M', retention: 'P93D' },
      { timeGrain: 'PT1M', retention: 'P93D' },
      { timeGrain: 'P1D', retention: 'P93D' },
    ],
  })),
})

/** One value a minute, the last of which has not come yet, as Azure Monitor answers. */
function answerBatch({ query, resourceIds, region }: MetricBatch): Answer {
  const [from, to] = [Date.parse(query.get('starttime') ?? ''), Date.parse(query.get('endtime') ?? '')]
  const names = (query.get('metricnames') ?? '').split(',')
  const times = Array.from({ length: Math.max(0, (to - from) / 60_000) }, (_, index) => new Date(from + index * 60_000).toISOString())
  const valuesOf = (index: number) => ({ average: 40 + index, total: 600 + index, maximum: 99, minimum: 1, count: 1 })
  const wanted = (query.get('aggregation') ?? '').split(',') as (keyof ReturnType<typeof valuesOf>)[]
  const data = times.map((timeStamp, index) => ({
    timeStamp,
    ...(index === times.length - 1 ? {} : Object.fromEntries(wanted.map((one) => [one, valuesOf(index)[one]]))),
  }))
  const value = (resourceid: string) =>
    names.map((name) => ({
      id: `${resourceid}/providers/Microsoft.Insights/metrics/${name}`,
      type: 'Microsoft.Insights/metrics',
      name: { value: name, localizedValue: name },
      unit: 'Percent',
      timeseries: [{ metadatavalues: [], data }],
      errorCode: 'Success',
    }))
  return {
    body: {
      values: resourceIds.map((resourceid) => ({
        starttime: query.get('starttime'),
        endtime: query.get('endtime'),
        interval: query.get('interval'),
        namespace: query.get('metricnamespace'),
        resourceregion: region,
        resourceid,
        cost: 0,
        value: value(resourceid),
      })),
    },
  }
}

async function answerMetrics(server: AzureServer, request: IncomingMessage, url: URL): Promise<Answer> {
  if (url.pathname.endsWith('/metricDefinitions'))
    return {
      body: recordedDefinitions([
        ['Percentage CPU', 'Percent', 'Average'],
        ['Network In Total', 'Bytes', 'Total'],
      ]),
    }
  const [, region = '', subscriptionId = ''] = /^\/(\w+)\/subscriptions\/([0-9a-f-]{36})\/metrics:getBatch$/.exec(url.pathname) ?? []
  const { resourceids } = (await json(request)) as { resourceids: string[] }
  const batch: MetricBatch = {
    region,
    subscriptionId,
    query: url.searchParams,
    resourceIds: resourceids,
    authorization: request.headers.authorization ?? '',
  }
  server.batches.push(batch)
  return (await server.behaveMetrics(batch)) ?? answerBatch(batch)
}

async function answer(server: AzureServer, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '', 'http://localhost')
  const isSignIn = url.pathname.endsWith('/oauth2/v2.0/token')
  const isOfMetrics = /\/metricDefinitions$|\/metrics:getBatch$/.test(url.pathname)
  const {
    status = 200,
    headers = {},
    body,
    cut,
  } = isSignIn
    ? await signIn(server, request)
    : isOfMetrics
      ? await answerMetrics(server, request, url)
      : answerQuestion(server, (await json(request)) as Question)
  const written = typeof body === 'string' ? body : JSON.stringify(body ?? {})
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers })
  if (!cut) return void response.end(written)
  response.write(written.slice(0, written.length / 2), () => response.destroy())
}

/** A server on loopback that speaks as Azure's sign-in and Resource Graph do. */
export async function startAzureServer(
  resources: AzureResource[],
  { isSorted = false }: { isSorted?: boolean } = {},
): Promise<AzureServer> {
  const http = createServer((request, response) => void answer(server, request, response))
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  const origin = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  const server: AzureServer = {
    addresses: { login: origin, management: origin, metrics: `${origin}/{region}`, pauseMilliseconds: 1 },
    resources,
    secret: 'right',
    signInError: null,
    behave: () => undefined,
    perPage: 1000,
    asTable: false,
    isSorted,
    signIns: 0,
    scopes: [],
    questions: [],
    behaveMetrics: () => undefined,
    batches: [],
    close() {
      http.closeAllConnections()
      http.close()
    },
  }
  return server
}
