import { setTimeout as wait } from 'node:timers/promises'
import type { AzureSettings } from '@vakt/contract/connectors.ts'
import { type AzureAddresses, type AzureAnswer, askAzure, readPause } from './azure-request.ts'
import { type AzureRow, readAzureRow, readRows } from './azure-row.ts'
import { signInToAzure } from './azure-sign-in.ts'
import { type Source, type SourceAccess, SourceFailure } from './source.ts'

/** With an order that ties nothing, and the id: without it Azure gives no token for a next page, and cuts off silently. */
const resourceQuery =
  'resources | project id, name, type, kind, location, resourceGroup, subscriptionId, managedBy, sku, plan, properties, tags, identity, zones, ' +
  'extendedLocation | order by id asc'
const subscriptionQuery =
  "resourcecontainers | where type =~ 'microsoft.resources/subscriptions' | project id, subscriptionId, name | order by id asc"

const mostPerPage = 1000
const leastPerPage = 25
const mostPages = 20_000
const apiVersion = '2022-10-01'

type Page = { rows: AzureRow[]; skipToken: string | null; total: number | null; isTruncated: boolean }

const errorOf = ({ body, status }: AzureAnswer) => {
  const error = body.error as { code?: unknown; message?: unknown; details?: { code?: unknown }[] } | undefined
  const codes = [error?.code, ...(error?.details ?? []).map(({ code }) => code)].map(String)
  return { codes, text: error?.message ? `${codes[0]}: ${error.message}` : `Azure answered ${status}.` }
}

function toFailure(answer: AzureAnswer): SourceFailure {
  const { text } = errorOf(answer)
  if (answer.status === 401) return new SourceFailure('sign_in_refused', text)
  if (answer.status === 403) return new SourceFailure('no_access', text)
  if (answer.status === 429) return new SourceFailure('throttled', text)
  return new SourceFailure(answer.status >= 500 ? 'azure_failed' : 'question_refused', text)
}

function readPage({ body }: AzureAnswer): Page {
  const rows = readRows(body.data)
  if (!rows) throw new SourceFailure('answer_not_understood', 'The answer has no data.')
  const token = body.$skipToken
  return {
    rows,
    skipToken: typeof token === 'string' && token !== '' ? token : null,
    total: typeof body.totalRecords === 'number' ? body.totalRecords : null,
    isTruncated: String(body.resultTruncated) === 'true',
  }
}

/** Asks one question after the other, signed in, no faster than Azure allows. */
function createReader(addresses: AzureAddresses, { settings, secret, signal }: SourceAccess<AzureSettings>) {
  let token: string | null = null
  let perPage = mostPerPage
  const subscriptions = settings.subscriptions.length > 0 ? { subscriptions: settings.subscriptions } : {}

  async function askOnce(query: string, skipToken: string | null): Promise<AzureAnswer> {
    token ??= await signInToAzure(addresses, { ...settings, secret }, signal)
    const options = { resultFormat: 'objectArray', $top: perPage, ...(skipToken ? { $skipToken: skipToken } : {}) }
    const url = `${addresses.management}/providers/Microsoft.ResourceGraph/resources?api-version=${apiVersion}`
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    return askAzure(addresses, url, { method: 'POST', headers, body: JSON.stringify({ query, options, ...subscriptions }) }, signal)
  }

  async function ask(query: string, skipToken: string | null): Promise<Page> {
    let hasRenewed = false
    for (;;) {
      const answer = await askOnce(query, skipToken)
      if (answer.status === 200) {
        const pause = readPause(answer.headers)
        if (pause > 0) await wait(pause, undefined, { signal })
        return readPage(answer)
      }
      // A token lives for an hour; a run may take longer.
      if (answer.status === 401 && !hasRenewed) {
        hasRenewed = true
        token = null
      } else if (errorOf(answer).codes.includes('ResponsePayloadTooLarge') && perPage > leastPerPage) {
        perPage = Math.max(leastPerPage, Math.floor(perPage / 2))
      } else throw toFailure(answer)
    }
  }

  /** Every page; throws unless the last one is reached and everything was there. */
  return async function* readPages(query: string): AsyncGenerator<AzureRow[]> {
    const tokens = new Set<string>()
    const firstIds = new Set<string>()
    let seen = 0
    for (let skipToken: string | null = null, pages = 0; ; pages += 1) {
      const page: Page = await ask(query, skipToken)
      const firstId = String(page.rows[0]?.id ?? '').toLowerCase()
      const isRepeated = page.skipToken !== null && tokens.has(page.skipToken)
      if (isRepeated || pages >= mostPages || (firstId !== '' && firstIds.has(firstId)))
        throw new SourceFailure('page_repeated', `after ${seen} resources`)
      firstIds.add(firstId)
      seen += page.rows.length
      yield page.rows
      if (page.skipToken === null) {
        if (page.isTruncated || (page.total !== null && seen < page.total))
          throw new SourceFailure('cut_short', `${seen} of ${page.total ?? 'more'} resources`)
        return
      }
      tokens.add(page.skipToken)
      skipToken = page.skipToken
    }
  }
}

async function readSubscriptions(readPages: ReturnType<typeof createReader>): Promise<Map<string, string>> {
  const names = new Map<string, string>()
  for await (const rows of readPages(subscriptionQuery))
    for (const { subscriptionId, name } of rows)
      if (typeof subscriptionId === 'string' && typeof name === 'string') names.set(subscriptionId.toLowerCase(), name)
  return names
}

/** Azure Resource Graph, asked as a service principal that may read. */
export const createAzureSource = (addresses: AzureAddresses): Source<AzureSettings> => ({
  async *read(access) {
    const readPages = createReader(addresses, access)
    const subscriptions = await readSubscriptions(readPages)
    for await (const rows of readPages(resourceQuery)) yield rows.flatMap((row) => readAzureRow(row, subscriptions) ?? [])
  },
  async test(access) {
    const readPages = createReader(addresses, access)
    const subscriptions = await readSubscriptions(readPages)
    if (subscriptions.size === 0) throw new SourceFailure('nothing_seen')
    let resources = 0
    for await (const rows of readPages('resources | summarize resources = count() | extend id = "count" | order by id asc'))
      resources += Number(rows[0]?.resources ?? 0)
    return { resources, containers: [...subscriptions.values()].toSorted() }
  },
})
