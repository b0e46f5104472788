import type { ShownContent } from '@vakt/contract/live/live-events.ts'
import type { Static, TSchema } from 'typebox'
import type { Access, FeatureKey } from './features.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/**
 * An entry of the audit log. `target` names fields in braces, as in `signal {signalId}`, and `details` says under which name which field is
 * kept. A field is looked for in what the transaction of the verb returns, then in the body, then in the path; `userId` is the caller's.
 */
export type RecordedChange = { action: string; target: string; details?: Readonly<Record<string, string>> }

/**
 * One call that the browser or an API user can make: where it lives, who may make it, what goes in and what comes out.
 * The server answers `{ result }`, for a list `{ result: […], continuation_token }`; both are declared here by what is inside.
 */
export type Operation<
  Path extends string = string,
  Query extends TSchema | undefined = TSchema | undefined,
  Body extends TSchema | undefined = TSchema | undefined,
  Result extends TSchema | undefined = TSchema | undefined,
  Item extends TSchema | undefined = TSchema | undefined,
> = {
  /** One line for the API document. */
  summary: string
  method: Method
  /** Below `/api/v1`, parameters as `:customerId`. */
  path: Path
  access: Access
  /**
   * What an API token must hold one of, for a call that writes and is open to anyone who is signed in; without it, no API token may make that
   * call. Null: no API token may, whatever `access` says.
   */
  tokenAccess?: readonly [FeatureKey, ...FeatureKey[]] | null
  /** With these values in its body the call is open to anyone who is signed in, whatever `access` asks for. */
  signedInWhen?: Readonly<Record<string, string>>
  /** Only for users of the customer in the path themselves, whatever `access` says: neither for the provider’s staff nor for service tokens. */
  ownUsersOnly?: true
  /**
   * For people who are limited to some of the customer's resources, too: row-level security narrows what it reads to what is about those, and what it
   * changes must be about one of them. Without it they may make the calls about themselves only (`isOpenToLimited` in the domain).
   */
  openToLimited?: true
  /**
   * Made again with the same `Idempotency-Key` within a day, the call is carried out once: the answer is that of the first. Every POST takes
   * one, unless `noIdempotencyKey` says why not.
   */
  takesIdempotencyKey?: true
  /** Why a POST takes no `Idempotency-Key`, for the API document: a sentence. */
  noIdempotencyKey?: string
  /**
   * What open screens show otherwise once a call that writes was carried out, beside what its verb announces: to all of the customer in the
   * path (else the caller's own), to the provider's staff, or to the caller.
   */
  announces?: { content: readonly ShownContent[]; to: 'customer' | 'staff' | 'user' }
  /** Why no open screen hears of a call that writes: a sentence. */
  announcesNothing?: string
  /**
   * What a call that writes adds to the audit log of the customer in the path (else the caller's own), in the transaction that changes
   * something. A call that writes has this, `recordsItself` or `recordsNothing`.
   */
  records?: RecordedChange
  /** The actions that its verb records itself, where only the verb knows how many, on what or what changed. */
  recordsItself?: readonly [string, ...string[]]
  /** Why the audit log hears nothing of a call that writes: a sentence. */
  recordsNothing?: string
  /** The answer shows a secret that is shown once: kept for an `Idempotency-Key`, it is encrypted with that key. */
  showsSecret?: true
  /** The browser asks with `Cache-Control: no-cache`, so that no cache on the way answers. */
  isUncached?: true
  /** For how many seconds the browser waits for the answer, where 30 are too few. */
  limitSeconds?: number
  query?: Query
  body?: Body
  /** How large the body may be, where 1 MB is too little. */
  bodyLimitInBytes?: number
  /** The shape of `result`; absent for lists and for calls that answer 204. */
  result?: Result
  /** The shape of one row of a list that pages by continuation token. */
  listOf?: Item
  /** The body is a file as it is, of at most so many bytes, instead of JSON. */
  fileBody?: { maxBytes: number }
  /** The answer is a file instead of JSON. */
  fileAnswer?: true
}

/** Whether the call is carried out once for an `Idempotency-Key`. */
export const takesIdempotencyKey = ({
  method,
  takesIdempotencyKey: takesKey,
  noIdempotencyKey,
}: Pick<Operation, 'method' | 'takesIdempotencyKey' | 'noIdempotencyKey'>): boolean =>
  takesKey ?? (method === 'POST' && noIdempotencyKey === undefined)

/** `/customer/:customerId/ticket` gives `{ customerId: string }`. */
export type Parameters<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? { [Key in Name]: string } & Parameters<Rest>
  : Path extends `${string}:${infer Name}`
    ? { [Key in Name]: string }
    : unknown

type StaticOf<Schema> = Schema extends TSchema ? Static<Schema> : undefined

export type QueryOf<O extends Operation> = O extends Operation<string, infer Query, infer _B, infer _R, infer _I> ? StaticOf<Query> : never
export type BodyOf<O extends Operation> = O extends Operation<string, infer _Q, infer Body, infer _R, infer _I> ? StaticOf<Body> : never

/** One page of a list. `continuation_token` is null on the last page. */
export type Page<Item> = { result: Item[]; continuation_token: string | null }

export type ResultOf<O extends Operation> = O extends { listOf: infer Item extends TSchema }
  ? Page<Static<Item>>
  : O extends { result: infer Result extends TSchema }
    ? Static<Result>
    : undefined

export function operation<
  const Path extends string,
  const Query extends TSchema | undefined = undefined,
  const Body extends TSchema | undefined = undefined,
  const Result extends TSchema | undefined = undefined,
  const Item extends TSchema | undefined = undefined,
>(definition: Operation<Path, Query, Body, Result, Item>) {
  return definition as Operation<Path, Query, Body, Result, Item> &
    (Item extends TSchema ? { listOf: Item } : unknown) &
    (Result extends TSchema ? { result: Result } : unknown)
}
