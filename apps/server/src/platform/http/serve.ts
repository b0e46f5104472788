import type { Readable } from 'node:stream'
import type { FeatureKey } from '@vakt/contract/features.ts'
import type { BodyOf, Operation, Page, Parameters, QueryOf, ResultOf } from '@vakt/contract/operation.ts'
import type { OwnStaffRole } from '@vakt/contract/users/session.ts'
import type { Context, ResourceLimit, StaffLimit } from '#server/platform/context.ts'
import type { VerifiedToken } from '#server/platform/sign-in/verify-access-token.ts'

/** Who calls, as the session found them. */
export type Caller = {
  userId: string
  name: string
  email: string
  /** The customer they belong to. */
  customerId: string
  roles: readonly string[]
  /** Those of the roles that the provider has made for its staff. */
  ownRoles: readonly OwnStaffRole[]
  /** Of the provider's staff, whatever their role there. */
  isStaff: boolean
  /** Of staff who see some customers only; null: all of them. */
  limitedTo: StaffLimit | null
  /** The resources that they are limited to; null: all of their customer, and staff. */
  resourceLimit: ResourceLimit | null
  features: ReadonlySet<FeatureKey>
  /** Sees of their customer's tickets only those that they are the requester of. */
  seesOwnTicketsOnly: boolean
  /** The member of staff who sees with this user's rights; null when the user is there themselves. */
  viewedBy: { userId: string; name: string; email: string } | null
  /** The API token that the call came with, which bounds what it may do; null for a user who signed in. */
  apiToken: {
    tokenId: string
    scope: readonly FeatureKey[]
    /** It belongs to no user: `userId` is its own id, and `email` is empty. */
    isService: boolean
  } | null
  /** The browser session that the call came from; null where nothing names one. */
  session: CallerSession | null
  /** Who signed in; null for API tokens, and for a user whom staff see as. */
  person: CallerPerson | null
}

export type PersonAccount = { customerId: string; userId: string; isDisabled: boolean }

/** Someone who signed in, beyond the one customer that the call is made for. */
export type CallerPerson = {
  token: VerifiedToken
  /** One at each of their customers; that of the call is one of them. */
  accounts: readonly PersonAccount[]
}

export type CallerSession = {
  /** What names the session, hashed, in hexadecimal. */
  key: string
  address: string
  userAgent: string
  /** When its user last proved who they are to the identity provider, where the token says so. */
  authenticatedAt: Date | null
}

/** Who a caller acts as. */
export const actorOf = ({ userId, name, email, apiToken }: Pick<Caller, 'userId' | 'name' | 'email' | 'apiToken'>) => ({
  type: 'user' as const,
  userId,
  name,
  email,
  ...(apiToken?.isService ? { isServiceToken: true as const } : {}),
})

/** The caller as a user of this customer; null for the provider's people, who are no users of it, and for service tokens. */
export const userIdAt = (caller: Caller | null, customerId: string): string | null =>
  caller && caller.customerId === customerId && !caller.apiToken?.isService ? caller.userId : null

/** What a verb may know of the call beyond its input. `caller` is null on public calls. */
export type CallContext = Context & { caller: Caller | null }

/** What came in, checked against the contract. */
export type Input<O extends Operation> = {
  params: Parameters<O['path']>
  query: QueryOf<O>
  body: BodyOf<O>
  /** Where the asked-for page of a list begins; null is the first. Made by `nextPage`. */
  after: readonly string[] | null
  /** The body of a call that takes a file; throws TooLarge as soon as it passes the limit of the contract. To be called once. */
  readFile(): Promise<Buffer>
  /** As `readFile`, piece by piece as it comes in. */
  streamFile(): AsyncGenerator<Buffer>
}

/** What a call answers whose answer is a file. `version` changes with the content; `bytes` is the size of one that is streamed. */
export type FileAnswer = { fileName: string; contentType: string; isShownInline: boolean; version: string } & (
  | { content: Buffer; bytes?: undefined }
  | { content: Readable; bytes: number }
)

/** What the verb of a list gives back: its rows, and where the next page begins. */
export type Listing<Item> = { rows: Item[]; next: readonly string[] | null }

type Answer<O extends Operation> = ResultOf<O> extends Page<infer Item> ? Listing<Item> : ResultOf<O>

/** A call joined to the verb that carries it out. */
export type Served = { operation: Operation; run: (context: CallContext, input: never) => Promise<unknown> }

export function serve<O extends Operation>(operation: O, run: (context: CallContext, input: Input<O>) => Promise<Answer<O>>): Served {
  return { operation, run: run as Served['run'] }
}

/** As `serve`, for a call whose answer is a file. */
export function serveFile<O extends Operation>(operation: O, run: (context: CallContext, input: Input<O>) => Promise<FileAnswer>): Served {
  return { operation, run: run as Served['run'] }
}

/** Cuts the row that was read beyond the page, and says where the next one begins. */
export function nextPage<Item>(rows: Item[], limit: number, keyOf: (row: Item) => readonly string[]): Listing<Item> {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return { rows: page, next: rows.length > limit && last ? keyOf(last) : null }
}
