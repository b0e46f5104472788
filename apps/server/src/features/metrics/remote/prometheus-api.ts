import { QuestionRefused, StoreUnavailable } from '#server/features/metrics/metric-store.ts'

import { refuseInTransaction } from '#server/platform/database/open-transaction.ts'
/** How a Prometheus-compatible HTTP API is reached, and how it keeps customers apart. */
export type RemoteStoreSettings = {
  /** Before `/api/v1/query`, without a slash at the end. */
  url: string
  /** The header `Authorization`; empty: none. */
  authorization: string
  /** The label that holds the customer's id. */
  customerLabel: string
  /** The header that holds the customer's id, such as `X-Scope-OrgID`; empty: none. */
  tenantHeader: string
  /** How far behind the clock its newest points are. */
  delaySeconds: number
}

const timeoutMilliseconds = 20_000
/** What it answers to a query that it cannot read, or that would load too many points. */
const refusals = [400, 422]
const maxAnswerBytes = 32 * 1024 * 1024

export type RangeSeries = { metric: Record<string, string>; values: [seconds: number, value: string][] }
export type InstantSeries = { metric: Record<string, string>; value: [seconds: number, value: string] }

/** Calls the API for a customer. Throws StoreUnavailable where it does not answer, or refuses. */
export async function callPrometheus<Data>(
  settings: RemoteStoreSettings,
  customerId: string,
  path: string,
  parameters: Record<string, string>,
): Promise<Data> {
  refuseInTransaction('The metric store')
  const { url, authorization, tenantHeader } = settings
  try {
    const response = await fetch(`${url}/api/v1/${path}`, {
      method: 'POST',
      headers: { ...(authorization && { authorization }), ...(tenantHeader && { [tenantHeader]: customerId }) },
      body: new URLSearchParams(parameters),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMilliseconds),
    })
    const answer = JSON.parse(await readText(response)) as { status: string; data: Data; error?: string }
    if (refusals.includes(response.status))
      throw new QuestionRefused(`The metric store refuses a query: ${answer.error ?? response.status}`)
    if (!response.ok || answer.status !== 'success') throw new Error(`${response.status} ${answer.error ?? ''}`)
    return answer.data
  } catch (error) {
    if (error instanceof QuestionRefused) throw error
    throw new StoreUnavailable(`The metric store does not answer: ${(error as Error).message}`, { cause: error })
  }
}

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length
    if (bytes > maxAnswerBytes) throw new Error(`The answer is larger than ${maxAnswerBytes / 1024 / 1024} MB.`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** `NaN`, `+Inf` and `-Inf` are written so in JSON. */
export const readValue = (text: string): number => (/^[+-]?Inf$/.test(text) ? (text.startsWith('-') ? -Infinity : Infinity) : Number(text))
