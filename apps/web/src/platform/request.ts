import type { ErrorAnswer, FieldError } from '@vakt/contract/errors.ts'
import type { BodyOf, Operation, Parameters, QueryOf, ResultOf } from '@vakt/contract/operation.ts'

const apiBase = '/api/v1'

/** An answer that is not 2xx, or none at all: then `status` is 0. */
export class ApiError extends Error {
  status: number
  errors: FieldError[]
  /** What to quote when asking for help; empty when no server answered. */
  requestId: string

  constructor(status: number, answer: ErrorAnswer, options?: ErrorOptions) {
    super(answer.errors[0]?.message ?? `The server answered ${status}.`, options)
    this.name = 'ApiError'
    this.status = status
    this.errors = answer.errors
    this.requestId = answer.requestId
  }
}

type ParametersInput<O extends Operation> = keyof Parameters<O['path']> extends never
  ? { params?: undefined }
  : { params: Parameters<O['path']> }
type QueryInput<O extends Operation> = [QueryOf<O>] extends [undefined] ? { query?: undefined } : { query?: QueryOf<O> | undefined }
type BodyInput<O extends Operation> = [BodyOf<O>] extends [undefined] ? { body?: undefined } : { body: BodyOf<O> }

export type Input<O extends Operation> = ParametersInput<O> &
  QueryInput<O> &
  BodyInput<O> & { continuationToken?: string | null | undefined; signal?: AbortSignal | undefined }

type LooseInput = {
  params?: Record<string, string> | undefined
  query?: Record<string, unknown> | undefined
  body?: unknown
  continuationToken?: string | null | undefined
  signal?: AbortSignal | undefined
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

async function readError(response: Response): Promise<ApiError> {
  const answer = (await response.json().catch(() => null)) as Partial<ErrorAnswer> | null
  const requestId = answer?.requestId ?? response.headers.get('x-request-id') ?? ''
  return new ApiError(response.status, { errors: answer?.errors ?? [], requestId })
}

/** One request without any retry. Throws `ApiError`. */
export async function sendRequest<O extends Operation>(operation: O, input: Input<O>, accessToken?: string): Promise<ResultOf<O>> {
  const { params, query, body, continuationToken, signal } = input as LooseInput
  const headers = new Headers({ accept: 'application/json' })
  headers.set('content-type', 'application/json')
  if (accessToken) headers.set('authorization', `Bearer ${accessToken}`)
  if (continuationToken) headers.set('x-continuation-token', continuationToken)
  const response = await fetch(addressOf(operation.path, { params, query }), {
    method: operation.method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
  }).catch((error: unknown) => {
    if (signal?.aborted) throw error
    throw new ApiError(0, { errors: [], requestId: '' }, { cause: error })
  })
  if (!response.ok) throw await readError(response)
  if (response.status === 204) return undefined as ResultOf<O>
  const answer = (await response.json()) as { result: unknown }
  return (operation.listOf ? answer : answer.result) as ResultOf<O>
}
