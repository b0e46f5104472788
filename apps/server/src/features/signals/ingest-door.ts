import type { FastifyInstance, FastifyPluginAsync, FastifyRequest } from 'fastify'
import type { Pool } from 'pg'
import { Invalid, NotFound, NotSignedIn, TooLarge, Unavailable } from '#server/platform/errors.ts'
import { createLimit, type Limit, limitFailures } from '#server/platform/http/limit-requests.ts'
import { checkFormat } from './check-format.ts'
import type { JsonFault } from './check-json.ts'
import { createTokenLookup } from './find-ingest-token.ts'
import { createIngestBudget } from './ingest-budget.ts'
import { isSignalFormat, unreadableReasons } from './read-signal.ts'
import { receiveSignal } from './receive-signal.ts'
import type { IngestToken } from './signal-table.ts'
import { createSignalWriter } from './write-signals.ts'

const megabyte = 1024 * 1024
/** Each body is copied some three times on its way into the database. */
const memoryForBodies = { total: 48 * megabyte, perCustomer: 24 * megabyte }

const faultKeys: Record<JsonFault, string> = {
  'not-json': 'error.not_json',
  'too-deep': 'error.json_too_deep',
  'too-many-values': 'error.json_too_many_values',
}

export type IngestObserver = (outcome: 'stored' | 'unreadable' | 'too-large', bytes: number) => void

const refusal = (fault: JsonFault, signalId: string) =>
  Invalid.field('', `${unreadableReasons[fault]} Its beginning was kept as signal ${signalId}.`, faultKeys[fault])

const secretOf = (request: FastifyRequest): string =>
  (request.params as { token?: string }).token ?? /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''

/**
 * Takes in what monitoring systems send: authenticated, stored as it came, and answered 202 only when it is durable. What it means is found
 * out afterwards, by the worker.
 */
export async function openIngestDoor(
  app: FastifyInstance,
  pool: Pool,
  observe: IngestObserver,
  { perToken = createLimit(0), failedPerAddress = createLimit(0) }: { perToken?: Limit; failedPerAddress?: Limit } = {},
): Promise<void> {
  const findToken = createTokenLookup(pool)
  const reserve = createIngestBudget(memoryForBodies)
  const writeSignal = createSignalWriter(pool)
  const tokens = new WeakMap<FastifyRequest, IngestToken>()

  const openRoutes: FastifyPluginAsync = async (scope) => {
    limitFailures(scope, failedPerAddress)
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    scope.addHook('onRequest', async (request) => {
      const secret = secretOf(request)
      const token = /^vakt_ing_[A-Za-z0-9_-]{43}$/.test(secret) ? await findToken(secret) : undefined
      if (!token) throw new NotSignedIn('This needs an ingest token.')
      if (!isSignalFormat((request.params as { format: string }).format)) throw new NotFound()
      checkFormat(token, (request.params as { format: string }).format)
      const seconds = await perToken.count(token.tokenId)
      // Every sender tries again after 503, and not each after 429.
      if (seconds !== null) throw new Unavailable(seconds)
      tokens.set(request, token)
    })
    for (const url of ['/ingest/v1/:format', '/ingest/v1/:format/:token']) {
      scope.route({
        method: 'POST',
        url,
        handler: async (request, reply) => {
          const token = tokens.get(request)
          if (!token) throw new NotSignedIn()
          const { format } = request.params as { format: string }
          const reservation = reserve(token.customerId)
          try {
            const { body, fault } = await receiveSignal(request.raw, reservation)
            const signalId = await writeSignal(token.customerId, {
              tokenId: token.tokenId,
              format,
              contentType: request.headers['content-type']?.slice(0, 200) ?? null,
              body,
              state: fault ? 'unreadable' : 'pending',
              note: fault && unreadableReasons[fault],
            })
            observe(fault ? 'unreadable' : 'stored', body.length)
            if (fault) throw refusal(fault, signalId)
            return reply.code(202).send({ result: { signalId } })
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
  await app.register(openRoutes)
}
