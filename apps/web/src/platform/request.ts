import type { ErrorAnswer, FieldError, Granter } from '@vakt/contract/errors.ts'
import { type BodyOf, type Operation, type Parameters, type QueryOf, type ResultOf, takesIdempotencyKey } from '@vakt/contract/operation.ts'
import { browserSession } from './browser-session.ts'
import { forgetKeysAbout, withIdempotencyKey } from './idempotency-keys.ts'
import { noteServerTime } from './server-clock.ts'
import { viewAsHeaders } from './view-as.ts'

const apiBase = '/api/v1'

/** An answer that is not 2xx, or none at all: then `status` is 0. */
export class ApiError extends Error {
  status: number
  errors: FieldError[]
  /** What to quote when asking for help; empty when no server answered. */
  requestId: string
  /** Who can change that the call was refused, where the server names them. */
  grantedBy: readonly Granter[]
  /** After a 409: what it has become in the meantime. */
  current: Record<string, unknown> | undefined
  /** For how long the server asks not to be asked again. */
  retryAfterMs: number | undefined

  constructor(status: number, answer: ErrorAnswer, options?: ErrorOptions) {
    super(answer.errors[0]?.message ?? `The server answered ${status}.`, options)
    this.name = 'ApiError'
    this.status = status
    this.errors = answer.errors
    this.requestId = answer.requestId
    this.current = answer.current
    this.grantedBy = answer.grantedBy ?? []
  }
}

type ParametersInput<O extends Operation> = keyof Parameters<O['path']> extends never
  ? { params?: undefined }
  : { params: Parameters<O['path']> }
type QueryInput<O extends Operation> = [QueryOf<O>] extends [undefined] ? { query?: undefined } : { query?: QueryOf<O> | undefined }
type BodyInput<O extends Operation> = [BodyOf<O>] extends [undefined] ? { body?: undefined } : { body: BodyOf<O> }

export type Input<O extends Operation> = ParametersInput<O> &
  QueryInput<O> &
  BodyInput<O> & { continuationToken?: string | null | undefined; signal?: AbortSignal | undefined; keepalive?: boolean }

export type LooseInput = {
  params?: Record<string, string> | undefined
  query?: Record<string, unknown> | undefined
  body?: unknown
  continuationToken?: string | null | undefined
  signal?: AbortSignal | undefined
  keepalive?: boolean | undefined
}

/** Fills the parameters of the path; a list in the query becomes one parameter for each of its values. */
export function addressOf(path: string, { params = {}, query = {} }: Pick<LooseInput, 'params' | 'query'>): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined && one !== null) search.append(name, String(one))
  }
  return `${apiBase}/${filled.replace(/^\/+|\/+$/g, '')}${search.size > 0 ? `?${search}` : ''}`
}

/** Who asks, from which browser, and through whose eyes. */
export const headersWith = (accessToken: string): Record<string, string> => ({
  authorization: `Bearer ${accessToken}`,
  'x-vakt-session': browserSession(),
  ...viewAsHeaders(),
})

const isAborted = (error: unknown) => error instanceof DOMException && error.name === 'AbortError'

/** Throws what aborted the request while its answer was read: without its reason a refusal must not be reported. */
export async function readError(response: Response): Promise<ApiError> {
  const answer = (await response.json().catch((error: unknown) => {
    if (isAborted(error)) throw error
    return null
  })) as Partial<ErrorAnswer> | null
  const requestId = answer?.requestId ?? response.headers.get('x-request-id') ?? ''
  const error = new ApiError(response.status, {
    errors: answer?.errors ?? [],
    requestId,
    ...(answer?.current ? { current: answer.current } : {}),
    ...(answer?.grantedBy ? { grantedBy: answer.grantedBy } : {}),
  })
  const retryAfterSeconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  if (retryAfterSeconds > 0) error.retryAfterMs = retryAfterSeconds * 1000
  return error
}

const usualLimitSeconds = 30

/** An answer that another sending of the same request does not change; without one, or with a 5xx, it is unknown whether it was carried out. */
const isAnswer = (error: unknown) => error instanceof ApiError && error.status >= 400 && error.status < 500

/** No answer in time. A call that changes something may have been carried out all the same. */
export function noAnswerWithin(seconds: number, { method }: Pick<Operation, 'method'>): ApiError {
  const key = method === 'GET' ? 'error.no_answer_reading' : 'error.no_answer'
  const message = `No answer within ${seconds} seconds.`
  return new ApiError(0, { errors: [{ property: '', message, message_translation_key: key }], requestId: '' })
}

/** Whether a call ended by its time limit. */
export const isNoAnswer = ({ status, errors }: ApiError): boolean =>
  status === 0 && errors.some(({ message_translation_key: key }) => key?.startsWith('error.no_answer'))

const isKeyNotTaken = (error: unknown) =>
  error instanceof ApiError && error.errors.some(({ message_translation_key: key }) => key === 'error.idempotency_key_not_taken')

type Sending<T> = {
  operation: Operation
  input: LooseInput
  accessToken: string | undefined
  limitSeconds?: number
  /** Reads the answer, within the time of the call. */
  read: (response: Response) => Promise<T>
}

/** What a call is about: the thing whose change it is, such as the rule that is enabled. */
const aboutOf = ({ method, path }: Operation, { params }: LooseInput) => {
  const address = addressOf(path, params ? { params } : {})
  return method === 'POST' ? address.slice(0, address.lastIndexOf('/')) : address
}

/** One request; one that changes something has an Idempotency-Key. Throws `ApiError`. */
export async function send<T>(sending: Sending<T>): Promise<T> {
  const { operation, input } = sending
  if (operation.method === 'GET') return sendOnce(sending)
  const about = aboutOf(operation, input)
  if (!takesIdempotencyKey(operation)) {
    const answer = await sendOnce(sending)
    forgetKeysAbout(about)
    return answer
  }
  const request = JSON.stringify([operation.method, operation.path, input.params, input.body])
  const sendWith = (key: string) =>
    // A server of an earlier release, while one is being replaced, refuses the key of a call that took none then.
    sendOnce(sending, key).catch((error: unknown) => (isKeyNotTaken(error) ? sendOnce(sending) : Promise.reject(error)))
  return withIdempotencyKey({ request, about }, { send: sendWith, isAnswer })
}

function headersFor({ operation, input, accessToken }: Sending<unknown>, idempotencyKey: string | undefined): Headers {
  const headers = new Headers({ accept: 'application/json', 'content-type': 'application/json' })
  if (operation.isUncached) headers.set('cache-control', 'no-cache')
  for (const [name, value] of Object.entries(accessToken ? headersWith(accessToken) : {})) headers.set(name, value)
  if (idempotencyKey) headers.set('idempotency-key', idempotencyKey)
  if (input.continuationToken) headers.set('x-continuation-token', input.continuationToken)
  return headers
}

async function sendOnce<T>(sending: Sending<T>, idempotencyKey?: string): Promise<T> {
  const { operation, input, read, limitSeconds = operation.limitSeconds ?? usualLimitSeconds } = sending
  const { params, query, body, signal, keepalive } = input
  const limit = new AbortController()
  const timer = setTimeout(() => limit.abort(noAnswerWithin(limitSeconds, operation)), limitSeconds * 1000)
  try {
    const response = await fetch(addressOf(operation.path, { params, query }), {
      method: operation.method,
      headers: headersFor(sending, idempotencyKey),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: signal ? AbortSignal.any([signal, limit.signal]) : limit.signal,
      ...(keepalive ? { keepalive } : {}),
    }).catch((error: unknown) => {
      if (signal?.aborted || limit.signal.aborted) throw error
      throw new ApiError(0, { errors: [], requestId: '' }, { cause: error })
    })
    noteServerTime(response.headers)
    if (!response.ok) throw await readError(response)
    return await read(response)
  } catch (error) {
    throw limit.signal.aborted && !signal?.aborted ? limit.signal.reason : error
  } finally {
    clearTimeout(timer)
  }
}

/** One request without any retry. Throws `ApiError`. */
export function sendRequest<O extends Operation>(operation: O, input: Input<O>, accessToken?: string): Promise<ResultOf<O>> {
  const read = async (response: Response) => {
    if (response.status === 204) return undefined as ResultOf<O>
    const answer = (await response.json()) as { result: unknown }
    return (operation.listOf ? answer : answer.result) as ResultOf<O>
  }
  return send({ operation, input: input as LooseInput, accessToken, read })
}
