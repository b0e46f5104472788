import type { Granter } from '@vakt/contract/errors.ts'
import type { FeatureKey } from '@vakt/contract/features.ts'
import type { Operation } from '@vakt/contract/operation.ts'
import { accessOfApiToken, accessOfServiceToken, canAccess, isGlobalAdmin, isOpenToLimited, missingFeatures } from '@vakt/domain/access.ts'
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { Pool } from 'pg'
import { type TSchema, Type } from 'typebox'
import type { Ports } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { Forbidden, Invalid, NotFound, NotSignedIn, NotWithApiToken, ViewingOnly } from '#server/platform/errors.ts'
import { createInputCheck, createResultCheck } from '#server/platform/http/check-input.ts'
import { openContinuation, sealContinuation } from '#server/platform/http/continuation.ts'
import { openFile, readIdempotencyKey } from '#server/platform/http/read-idempotency-key.ts'
import { sendFile } from '#server/platform/http/send-file.ts'
import { actorOf, type CallContext, type Caller, type FileAnswer, type Listing, type Served } from '#server/platform/http/serve.ts'
import { type ExportFormat, streamExport } from '#server/platform/http/stream-export.ts'
import { createAnswerCipher } from '#server/platform/idempotency/answer-cipher.ts'
import { answerOnce } from '#server/platform/idempotency/keep-answer.ts'
import { checkKeptAnswer } from '#server/platform/idempotency/keep-automatically.ts'
import { readUuid } from '#server/platform/ids.ts'
import { announceContent } from '#server/platform/live/announce.ts'
import { recordAction } from '#server/platform/record-action.ts'
import { createRecording } from '#server/platform/record-call.ts'

/** From where a call came. */
export type Visit = {
  requestId: string
  address: string
  userAgent: string
  /** What the browser calls itself, for providers whose tokens name no session. */
  browserSession: string | null
}

/** How the door learns who calls and what they may do at a customer. */
export type Gate = {
  /** Throws NotSignedIn when the token is not good. */
  identify(token: string, visit: Visit): Promise<Caller>
  /** What this caller may do at this customer; null when it is none of theirs, or there is none. */
  featuresAt(caller: Caller, customerId: string): Promise<ReadonlySet<FeatureKey> | null>
  /** The given user as somebody to see with; throws NotFound when there is none, and writes down who looks. */
  viewAs(staff: Caller, userId: string, requestId: string): Promise<Caller>
  /** Whether what a call names is about the resources that a caller is limited to. Throws NotFound where it is not. */
  requireInSight(caller: Caller, named: NamedThings): Promise<void>
  /** Whom somebody without a right can ask for it: at most three. */
  findGranters(): Promise<Granter[]>
  /** Writes down that staff look into a customer that is not their own. */
  recordLook(caller: Caller, customerId: string, requestId: string): Promise<void>
}

/** Ids that a call names in its address or body. */
export type NamedThings = Partial<Record<'entityId' | 'alertId' | 'incidentId' | 'ticketId' | 'otherTicketId', string>>

export type DoorOptions = {
  gate: Gate
  pool: Pool
  ports: Ports
  continuationSecret: Buffer
  /** Whether people reach it over HTTPS. */
  isHttps: boolean
  /** Refuse results that the contract does not describe; off in production. */
  checkResults: boolean
}

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null
    /** The right that the call needs is missing; only certain bodies make up for it. */
    lacksRight: boolean
  }
  interface FastifyContextConfig {
    takesBody?: boolean
  }
}

const bearer = /^Bearer ([A-Za-z0-9._~+/=-]+)$/

const browserSessionForm = /^[\w-]{16,64}$/

function visitOf({ id, ip, headers }: FastifyRequest): Visit {
  const named = headers['x-vakt-session']
  if (named !== undefined && (typeof named !== 'string' || !browserSessionForm.test(named)))
    throw Invalid.field('x-vakt-session', 'Between 16 and 64 letters, digits, hyphens and underscores.', 'error.session_name')
  return { requestId: id, address: ip, userAgent: headers['user-agent'] ?? '', browserSession: named ?? null }
}

/** Administrators of the provider may see what a customer's user sees, and change nothing meanwhile. From anybody else the header is refused, never passed over. */
async function viewAs(
  gate: Gate,
  person: Caller,
  userId: string | string[],
  { method, requestId }: { method: string; requestId: string },
): Promise<Caller> {
  if (!isGlobalAdmin(person) || person.apiToken || typeof userId !== 'string') throw new Forbidden()
  if (method !== 'GET') throw new ViewingOnly()
  return gate.viewAs(person, readUuid(userId), requestId)
}

async function refuse(gate: Gate, access: Operation['access']): Promise<Forbidden> {
  const missing = missingFeatures(access)
  return new Forbidden(missing, missing.length > 0 ? await gate.findGranters() : [])
}

/**
 * Lets a request pass or refuses it, in this order: signed in, customer theirs, right to do it. The order matters: anyone who may not see a
 * customer must not learn that it exists. On a request that passed before, as that of a live stream, the caller stays who it was until the new
 * one is known.
 */
export async function authorize(
  gate: Gate,
  operation: Pick<Operation, 'method' | 'path' | 'access' | 'tokenAccess' | 'signedInWhen' | 'ownUsersOnly' | 'openToLimited'>,
  request: FastifyRequest,
): Promise<void> {
  const viewedUserId = request.headers['x-vakt-view-as']
  if (operation.access === 'public') {
    if (viewedUserId !== undefined) throw new Forbidden()
    return
  }
  const token = bearer.exec(request.headers.authorization ?? '')?.[1]
  if (!token) throw new NotSignedIn()
  const person = await gate.identify(token, visitOf(request))
  const caller =
    viewedUserId === undefined ? person : await viewAs(gate, person, viewedUserId, { method: operation.method, requestId: request.id })
  const { customerId } = (request.params ?? {}) as { customerId?: string }
  const features = customerId === undefined ? caller.features : await gate.featuresAt(caller, customerId)
  if (!features) throw new NotFound()
  request.caller = caller
  const access = caller.apiToken ? (caller.apiToken.isService ? accessOfServiceToken : accessOfApiToken)(operation) : operation.access
  if (!access) throw new NotWithApiToken()
  if (!canAccess({ roles: caller.roles, features }, access)) {
    if (!operation.signedInWhen || caller.apiToken) throw await refuse(gate, access)
    request.lacksRight = true
  }
  if (caller.resourceLimit && !isOpenToLimited(operation)) throw new Forbidden()
  if (operation.ownUsersOnly && (caller.customerId !== customerId || caller.apiToken?.isService)) throw new Forbidden()
  // Who lacks the right may yet be refused, by what the body says, and sees nothing of the customer.
  const isLook = customerId !== undefined && caller.isStaff && customerId !== caller.customerId && !request.lacksRight
  if (isLook) await gate.recordLook(caller, customerId, request.id)
}

function createContext(options: DoorOptions, request: FastifyRequest): CallContext {
  const { caller } = request
  return {
    actor: caller ? actorOf({ ...caller, ...caller.viewedBy }) : { type: 'system', job: 'public' },
    caller,
    isStaff: caller?.isStaff ?? false,
    ...(caller?.limitedTo ? { limitedTo: caller.limitedTo } : {}),
    ...(caller?.seesOwnTicketsOnly ? { onlyTicketsOf: caller.userId } : {}),
    now: new Date(),
    pool: options.pool,
    ports: options.ports,
    log: request.log as CallContext['log'],
    requestId: request.id,
  }
}

/** People who are limited to some resources read by row-level security; what they change must be about these, and is then changed as by others. */
async function createContextOf(
  options: DoorOptions,
  { method, openToLimited }: Operation,
  request: FastifyRequest,
  body: unknown,
): Promise<CallContext> {
  const context = createContext(options, request)
  const { caller } = context
  if (!caller?.resourceLimit || !openToLimited) return context
  if (method === 'GET') return { ...context, limitedSight: { ...caller.resourceLimit, userId: caller.userId } }
  await options.gate.requireInSight(caller, { ...(body as NamedThings), ...(request.params as NamedThings) })
  return context
}

function readPosition(options: DoorOptions, request: FastifyRequest, scope: readonly string[]): readonly string[] | null {
  const token = request.headers['x-continuation-token']
  if (token === undefined) return null
  if (typeof token !== 'string') throw Invalid.field('x-continuation-token', 'One continuation token at a time.', 'error.continuation')
  return openContinuation(options.continuationSecret, scope, token)
}

const exportPage = 500

/** What leaves as a file is written down: at the customer it is about, a list over all customers at the caller's own. */
async function recordExport(
  context: CallContext,
  operation: Operation,
  { params, filter, format }: { params: unknown; filter: Record<string, unknown>; format: ExportFormat },
): Promise<void> {
  const customerId = (params as { customerId?: string }).customerId ?? context.caller?.customerId
  if (!customerId) throw new NotSignedIn()
  const { limit: _, ...details } = filter
  await inTransaction(context, customerId, (transaction) =>
    recordAction(transaction, context, customerId, { action: 'list.export', target: operation.path, details: { ...details, format } }),
  )
}

const pages = new WeakMap<TSchema, TSchema>()

/** The same schema each time, so that it is compiled once however many servers a process has. */
function pageOf(item: TSchema): TSchema {
  const page = pages.get(item) ?? Type.Object({ result: Type.Array(item), continuation_token: Type.Union([Type.String(), Type.Null()]) })
  pages.set(item, page)
  return page
}

const isOpenTo = ({ signedInWhen = {} }: Operation, body: unknown) =>
  Object.entries(signedInWhen).every(([name, value]) => (body as Record<string, unknown>)[name] === value)

/** Opens one call of the contract at its address. */
export function openCall(app: FastifyInstance, served: Served, options: DoorOptions): void {
  const openForFiles: FastifyPluginAsync = async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    openRoute(scope, served, options)
  }
  if (served.operation.fileBody) void app.register(openForFiles)
  else openRoute(app, served, options)
}

/** Carries a call out for a request that was authorised, and answers it. */
export function createHandler({ operation, run }: Served, options: DoorOptions) {
  const checkQuery = createInputCheck(operation.query, 'query')
  const checkBody = createInputCheck(operation.body, 'body')
  const cipher = operation.showsSecret ? createAnswerCipher(options.continuationSecret) : null
  const checkResult = options.checkResults ? createResultCheck(operation.listOf ? pageOf(operation.listOf) : operation.result) : () => {}
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const idempotency = readIdempotencyKey(operation, request, { cipher, isChecked: options.checkResults })
    // What one person sees is kept by no browser and no proxy. Files say for themselves how long they are kept.
    reply.header('cache-control', 'no-store')
    const query = checkQuery(request.query)
    const body = checkBody(request.body === undefined ? {} : request.body)
    if (request.lacksRight && !isOpenTo(operation, body)) throw await refuse(options.gate, operation.access)
    const scope = [request.caller?.userId ?? '', operation.path, JSON.stringify(request.params), JSON.stringify(query)]
    const { format, ...filter } = (query ?? {}) as { format?: ExportFormat }
    if (operation.listOf && format) {
      const readPage = async (after: readonly string[] | null) =>
        run(await createContextOf(options, operation, request, body), {
          params: request.params,
          query: { ...filter, limit: exportPage },
          after,
        } as never) as Promise<Listing<unknown>>
      const first = await readPage(null)
      // Not before: what the verb refuses does not leave.
      await recordExport(createContext(options, request), operation, { params: request.params, filter, format })
      const name = operation.path.split('/').at(-1) ?? 'list'
      return streamExport(reply, { format, name, item: operation.listOf, readPage: async (after) => (after ? readPage(after) : first) })
    }
    const after = operation.listOf ? readPosition(options, request, scope) : null
    const maxBytes = operation.fileBody?.maxBytes ?? 0
    const file = openFile(request, maxBytes, idempotency)
    const customerId = (request.params as { customerId?: string }).customerId ?? request.caller?.customerId ?? ''
    const acting = await createContextOf(options, operation, request, body)
    const came = { params: request.params, body, userId: request.caller?.userId }
    const recording = operation.records && createRecording(operation.records, acting, customerId, came)
    const context = { ...acting, ...(idempotency && { idempotency }), ...(recording && { recording }) }
    const carryOut = async () => {
      const carriedOut = await run(context, { params: request.params, query, body, after, ...file } as never)
      const { announces } = operation
      if (announces) announceContent(options.pool, announces, { customerId, userId: request.caller?.userId ?? '' })
      return carriedOut
    }
    const { answer, isRepeated } = await answerOnce(context, customerId, carryOut)
    if (idempotency && !isRepeated && options.checkResults) checkKeptAnswer(idempotency, answer)
    if (isRepeated) reply.header('idempotent-replayed', 'true')
    if (operation.fileAnswer) return sendFile(request, reply, answer as FileAnswer)
    if (!operation.result && !operation.listOf) return reply.code(204).send()
    if (!operation.listOf) {
      checkResult(answer)
      return reply.send({ result: answer })
    }
    const { rows, next } = answer as Listing<unknown>
    const page = { result: rows, continuation_token: next && sealContinuation(options.continuationSecret, scope, next) }
    checkResult(page)
    return reply.send(page)
  }
}

function openRoute(app: FastifyInstance, served: Served, options: DoorOptions): void {
  const { operation } = served
  app.route({
    method: operation.method,
    url: operation.path,
    config: { takesBody: operation.body !== undefined, isSignedIn: operation.access !== 'public' },
    ...(operation.bodyLimitInBytes ? { bodyLimit: operation.bodyLimitInBytes } : {}),
    onRequest: (request) => authorize(options.gate, operation, request),
    handler: createHandler(served, options),
  })
}
