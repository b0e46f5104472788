import { refuseInTransaction } from '#server/platform/database/open-transaction.ts'
import type { PhoneOutcome } from './phone-provider.ts'

const timeoutMs = 10_000
const mostCharacters = 200_000

/** Nothing was handed over: no connection came about. */
const beforeConnection = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT'])
const isCertificate = (code: string) => /^(ERR_TLS|CERT_|DEPTH_|UNABLE_|SELF_SIGNED|ERR_SSL)/.test(code)

export const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, 300)

type Answer = { status: number; text: string; retryAfter: string | null }
type Ask = { method: 'GET' | 'POST'; url: string; authorization: string; form?: URLSearchParams }

async function ask({ method, url, authorization, form }: Ask): Promise<Answer> {
  refuseInTransaction('The phone provider')
  const response = await fetch(url, {
    method,
    headers: { authorization, accept: 'application/json' },
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
    ...(form && { body: form }),
  })
  const text = (await response.text()).slice(0, mostCharacters)
  return { status: response.status, text, retryAfter: response.headers.get('retry-after') }
}

/** Reads something from the provider; throws when it does not answer 2xx with JSON. */
export async function getJson(url: string, authorization: string): Promise<Record<string, unknown>> {
  const { status, text } = await ask({ method: 'GET', url, authorization })
  if (status < 200 || status >= 300) throw new Error(`The provider answered ${status}: ${oneLine(text)}`)
  return JSON.parse(text) as Record<string, unknown>
}

function judgeFailure({ status, text, retryAfter }: Answer, reasonOf: (text: string, status: number) => string): PhoneOutcome {
  const answer = oneLine(`${status} ${text}`)
  const pauseMs = Math.min(3600, Math.max(1, Number(retryAfter) || 60)) * 1000
  if (status === 429) return { kind: 'unavailable', reason: 'refused_for_now', answer, pauseMs }
  if (status === 401) return { kind: 'unavailable', reason: 'sign_in_refused', answer, pauseMs }
  if (status === 402 || (status === 403 && /credit|balance/i.test(text)))
    return { kind: 'unavailable', reason: 'no_credit', answer, pauseMs: 5 * 60_000 }
  if (status === 500 || status === 503) return { kind: 'later', reason: 'refused_for_now', answer }
  // Of a proxy in between: whether the provider has it is not known.
  if (status >= 500) return { kind: 'unknown', reason: 'connection_lost', answer }
  return { kind: 'refused', reason: reasonOf(text, status), answer }
}

/** Posts a message once. A connection that breaks after `begin` leaves its outcome unknown, unless it never came about. */
export async function postOnce(
  { url, authorization, form }: Omit<Ask, 'method'> & { form: URLSearchParams },
  begin: () => Promise<void>,
  { read, reasonOf }: { read: (answer: string) => PhoneOutcome; reasonOf: (text: string, status: number) => string },
): Promise<PhoneOutcome> {
  await begin()
  try {
    const answer = await ask({ method: 'POST', url, authorization, form })
    if (answer.status !== 200 && answer.status !== 201) return judgeFailure(answer, reasonOf)
    try {
      return read(answer.text)
    } catch {
      return { kind: 'unknown', reason: 'connection_lost', answer: oneLine(answer.text) }
    }
  } catch (error) {
    const code = (error as { cause?: { code?: string } }).cause?.code ?? ''
    const answer = oneLine(code || (error as Error).message)
    if (beforeConnection.has(code)) return { kind: 'unavailable', reason: 'unreachable', answer, pauseMs: 30_000 }
    if (isCertificate(code)) return { kind: 'unavailable', reason: 'no_tls', answer, pauseMs: 60_000 }
    return { kind: 'unknown', reason: 'connection_lost', answer }
  }
}

export const basicAuth = (user: string, password: string): string => `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
