import { setTimeout as wait } from 'node:timers/promises'
import { refuseInTransaction } from '#server/platform/database/open-transaction.ts'
import { SourceFailure } from './source.ts'

/** Where Azure is; another address only for tests and for clouds of one's own. */
export type AzureAddresses = {
  login: string
  management: string
  /** Where metrics of several resources are read, with `{region}`. */
  metrics?: string
  /** Longer pauses than this are not waited for. */
  longestWaitMilliseconds?: number
  /** The first pause after a failure; each further one is twice as long. */
  pauseMilliseconds?: number
}

export type AzureAnswer = { status: number; headers: Headers; body: Record<string, unknown> }

const timeoutMs = 60_000
const usualLongestWaitMilliseconds = 5 * 60_000
const mostBytes = 64 * 1024 * 1024
const mostAttempts = 5

const usualPauseMilliseconds = 500

/** Seconds, or a date. */
function readRetryAfter(headers: Headers): number | null {
  const text = headers.get('retry-after')
  if (!text) return null
  const milliseconds = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now()
  return Number.isFinite(milliseconds) ? Math.max(0, milliseconds) : null
}

/** `00:00:05`. */
function readQuotaReset(headers: Headers): number | null {
  const [, hours, minutes, seconds] = /^(\d+):(\d+):(\d+)/.exec(headers.get('x-ms-user-quota-resets-after') ?? '') ?? []
  return seconds === undefined ? null : (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000
}

/** How long Azure wants to be left alone after this answer. */
export function readPause(headers: Headers): number {
  return headers.get('x-ms-user-quota-remaining') === '0' ? (readQuotaReset(headers) ?? 0) : 0
}

async function readBody(response: Response): Promise<Record<string, unknown>> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > mostBytes) throw new SourceFailure('answer_not_understood', `An answer of more than ${mostBytes} bytes.`)
    chunks.push(chunk)
  }
  const text = Buffer.concat(chunks).toString('utf8')
  try {
    const body: unknown = JSON.parse(text)
    if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Record<string, unknown>
  } catch {
    // Told below, as what is no object is.
  }
  // A proxy or a page of error may answer in Azure's place; its status says more than its text.
  if (response.ok) throw new SourceFailure('answer_not_understood', text.slice(0, 200))
  return {}
}

const networkReasons: Record<string, 'unknown_host' | 'certificate'> = { ENOTFOUND: 'unknown_host', EAI_AGAIN: 'unknown_host' }

function toFailure(error: unknown): SourceFailure {
  if (error instanceof SourceFailure) return error
  const { code, message } = ((error as Error).cause ?? error) as { code?: string; message: string }
  if ((error as Error).name === 'TimeoutError') return new SourceFailure('no_answer', `after ${timeoutMs / 1000} s`)
  const reason = networkReasons[code ?? ''] ?? (/CERT|TLS|SSL/.test(code ?? '') ? 'certificate' : 'no_connection')
  return new SourceFailure(reason, message)
}

async function ask(url: string, request: RequestInit, signal: AbortSignal): Promise<AzureAnswer> {
  const response = await fetch(url, {
    ...request,
    redirect: 'error',
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
  })
  return { status: response.status, headers: response.headers, body: await readBody(response) }
}

/** Asks until there is an answer that asking again would not change: after 429, 5xx and broken connections it waits, as long as it is told to. */
export async function askAzure(
  { pauseMilliseconds = usualPauseMilliseconds, longestWaitMilliseconds = usualLongestWaitMilliseconds }: AzureAddresses,
  url: string,
  request: RequestInit,
  signal: AbortSignal,
): Promise<AzureAnswer> {
  refuseInTransaction('Azure')
  for (let attempt = 0; ; attempt += 1) {
    const isLast = attempt + 1 >= mostAttempts
    let pause = pauseMilliseconds * 2 ** attempt
    try {
      const answer = await ask(url, request, signal)
      if (answer.status !== 429 && answer.status < 500) return answer
      if (isLast) return answer
      pause = readRetryAfter(answer.headers) ?? readQuotaReset(answer.headers) ?? pause
    } catch (error) {
      signal.throwIfAborted()
      const failure = toFailure(error)
      if (isLast || failure.reason === 'answer_not_understood' || failure.reason === 'certificate') throw failure
    }
    if (pause > longestWaitMilliseconds) throw new SourceFailure('throttled', `Azure asks to wait ${Math.round(pause / 1000)} s.`)
    await wait(pause, undefined, { signal })
  }
}
