import type { FastifyInstance, FastifyPluginAsync, FastifyRequest } from 'fastify'
import type { Pool } from 'pg'
import { CustomerClosed, Invalid, NotFound, NotSignedIn, TooLarge, Unavailable } from '#server/platform/errors.ts'
import { createLimit, type Limit, limitFailures } from '#server/platform/http/limit-requests.ts'
import { checkFormat } from './check-format.ts'
import { createSenderCheck, type SenderCheckParts } from './check-sender.ts'
import { createTokenLookup } from './find-ingest-token.ts'
import { createIngestBudget } from './ingest-budget.ts'
import { createSignalJudge } from './judge-signal.ts'
import { openPagerDutyRoutes } from './pagerduty-door.ts'
import { isSignalFormat, unreadableReasons } from './read-signal.ts'
import { type BodyFault, type ReceivedBody, receiveSignal } from './receive-signal.ts'
import { secretOf } from './secret-of-request.ts'
import { contentTypeOf, setContentTypeAside } from './sent-content-type.ts'
import type { IngestToken } from './signal-table.ts'
import { createSignalWriter } from './write-signals.ts'

const megabyte = 1024 * 1024
/** Each body is copied some three times on its way into the database. */
const memoryForBodies = { total: 48 * megabyte, perCustomer: 24 * megabyte }

const faultKeys: Record<BodyFault, string> = {
  'not-json': 'error.not_json',
  'too-deep': 'error.json_too_deep',
  'too-many-values': 'error.json_too_many_values',
  'not-packed-so': 'error.encoding',
}

export type IngestObserver = (outcome: 'stored' | 'unreadable' | 'too-large', bytes: number) => void

const refusal = (fault: BodyFault, signalId: string) =>
  Invalid.field('', `${unreadableReasons[fault]} Its beginning was kept as signal ${signalId}.`, faultKeys[fault])

/** Datadog may be set to send its payload as a form, whatever it then says that it sends. */
const mayBeForm = (format: string) => format === 'datadog'

/**
 * Takes in what monitoring systems send: authenticated, stored as it came, and answered 202 only when it is durable. What it means is found
 * out afterwards, by the worker.
 */
export async function openIngestDoor(
  app: FastifyInstance,
  pool: Pool,
  observe: IngestObserver,
  senderChecks: SenderCheckParts,
  { perToken = createLimit(0), failedPerAddress = createLimit(0) }: { perToken?: Limit; failedPerAddress?: Limit } = {},
): Promise<void> {
  const findToken = createTokenLookup(pool)
  const reserve = createIngestBudget(memoryForBodies)
  const writeSignal = createSignalWriter(pool)
  const judge = createSignalJudge(pool)
  const { checkHeaders, checkBody } = createSenderCheck(pool, senderChecks)
  const tokens = new WeakMap<FastifyRequest, IngestToken>()

  /** The token for a format. Throws what the sender is answered when it may not send now. */
  const authenticate = async (secret: string, format: string): Promise<IngestToken> => {
    const token = /^vakt_ing_[A-Za-z0-9_-]{43}$/.test(secret) ? await findToken(secret) : undefined
    if (!token) throw new NotSignedIn('This needs an ingest token.')
    if (token.isClosed) throw new CustomerClosed()
    if (!isSignalFormat(format)) throw new NotFound()
    checkFormat(token, format)
    const seconds = await perToken.count(token.tokenId)
    // Every sender tries again after 503, and not each after 429.
    if (seconds !== null) throw new Unavailable(seconds)
    return token
  }

  /** Stores a body durably and answers its id. Throws what the sender is answered for one that is unreadable. */
  const store = async (token: IngestToken, format: string, contentType: string | undefined, received: ReceivedBody): Promise<string> => {
    const { body, fault } = received
    const signalId = await writeSignal(token.customerId, {
      tokenId: token.tokenId,
      format,
      contentType: contentType?.slice(0, 200) ?? null,
      body,
      state: fault ? 'unreadable' : 'pending',
      note: fault && unreadableReasons[fault],
    })
    observe(fault ? 'unreadable' : 'stored', body.length)
    if (fault) throw refusal(fault, signalId)
    return signalId
  }

  const prepareScope = (scope: FastifyInstance) => {
    limitFailures(scope, failedPerAddress)
    setContentTypeAside(scope)
  }

  const openRoutes: FastifyPluginAsync = async (scope) => {
    prepareScope(scope)
    scope.addHook('onRequest', async (request) => {
      const { format } = request.params as { format: string }
      const token = await authenticate(secretOf(request), format)
      await checkHeaders(token, format, request.headers)
      tokens.set(request, token)
    })
    for (const url of ['/ingest/v1/:format', '/ingest/v1/:format/:token']) {
      scope.route({
        // Grafana may be set to PUT.
        method: ['POST', 'PUT'],
        url,
        handler: async (request, reply) => {
          const token = tokens.get(request)
          if (!token) throw new NotSignedIn()
          const { format } = request.params as { format: string }
          const reservation = reserve(token.customerId)
          try {
            const received = await receiveSignal(request.raw, reservation, { mayBeForm: mayBeForm(format) })
            await checkBody(token, format, request.headers, received.body)
            const signalId = await store(token, format, contentTypeOf(request.raw), received)
            // It is kept, so that a sender must not send it again, and must be told that nothing comes of it.
            return reply.code(202).send({ result: { signalId, ...(await judge(token, format, received.body)) } })
          } catch (error) {
            if (error instanceof TooLarge) observe('too-large', 0)
            throw error
          } finally {
            reservation.hold(0)
          }
        },
      })
    }
  }
  const openPagerDuty: FastifyPluginAsync = async (scope) => {
    prepareScope(scope)
    openPagerDutyRoutes(scope, { authenticate, store, reserve, judge })
  }
  await app.register(openRoutes)
  await app.register(openPagerDuty)
}
