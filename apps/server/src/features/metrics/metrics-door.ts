import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { Pool } from 'pg'
import { checkFormat } from '#server/features/signals/check-format.ts'
import { createTokenLookup, type IngestToken } from '#server/features/signals/find-ingest-token.ts'
import { createIngestBudget } from '#server/features/signals/ingest-budget.ts'
import { secretOf } from '#server/features/signals/secret-of-request.ts'
import { contentTypeOf, setContentTypeAside } from '#server/features/signals/sent-content-type.ts'
import { CustomerClosed, Invalid, NotFound, NotSignedIn, Refusal, TooLarge, Unavailable } from '#server/platform/errors.ts'
import { createLimit, type Limit, limitFailures } from '#server/platform/http/limit-requests.ts'
import { isEncodingFault } from '#server/platform/http/read-raw-body.ts'
import { answerOtlp, answerOtlpErrors } from './answer-otlp.ts'
import { answerRemoteWrite } from './answer-remote-write.ts'
import type { MetricFormat } from './find-metric-packing.ts'
import { createUnreadableNotes } from './note-unreadable.ts'
import { maxMetricBodyBytes, readMetricBody } from './read-metric-body.ts'
import { createProviderRouter } from './route-provider-points.ts'
import { createSourceNotes } from './source-notes.ts'
import { describeOutcome, type PointParts, takePoints } from './take-points.ts'
import { TooMuchAtOnce } from './wire/request-bounds.ts'
import { DecodedTooLarge, Undecodable } from './wire/snappy-block.ts'
import { isAnythingTaken, isNothingRead } from './write-points.ts'

const megabyte = 1024 * 1024
/** Decoded bodies and what they become. The largest request that is read takes 43 MB: with less for a customer it would be put off for ever. */
const memoryForBodies = { total: 80 * megabyte, perCustomer: 44 * megabyte }

/** What senders append to the address that they are given. */
const suffixes = {
  prometheus: ['', 'api/v1/write', 'api/v1/push', 'write'],
  otlp: ['', 'v1/metrics'],
} as const

/** Its bytes are few enough, and not what they hold. */
class TooMuch extends Refusal {
  readonly status = 413
}

const tokenPattern = /^vakt_ing_[A-Za-z0-9_-]{43}$/

/** The rest of the address: a token, for senders that cannot set headers, and what the protocol appends. */
function readRest(rest: string): { secret: string | null; suffix: string } {
  const [first = '', ...others] = rest.split('/').filter(Boolean)
  return first.startsWith('vakt_ing_')
    ? { secret: first, suffix: others.join('/') }
    : { secret: null, suffix: [first, ...others].join('/').replace(/\/$/, '') }
}

const restOf = (request: FastifyRequest) => readRest((request.params as { '*'?: string })['*'] ?? '')

/**
 * Takes in points of Prometheus remote write and OTLP/HTTP: authenticated, decoded within limits, and answered as taken only when they are
 * durable. With `parts` null another store keeps the points, and senders are told to write there.
 */
export async function openMetricsDoor(
  app: FastifyInstance,
  pool: Pool,
  parts: PointParts | null,
  { perToken = createLimit(0), failedPerAddress = createLimit(0) }: { perToken?: Limit; failedPerAddress?: Limit } = {},
): Promise<void> {
  const findToken = createTokenLookup(pool)
  const reserve = createIngestBudget(memoryForBodies)
  const takeProviderPoints = createProviderRouter(pool)
  const noteSource = createSourceNotes(pool)
  const noteUnreadable = createUnreadableNotes(pool)
  const tokens = new WeakMap<FastifyRequest, IngestToken>()

  async function authenticate(request: FastifyRequest, format: MetricFormat): Promise<void> {
    const secret = restOf(request).secret ?? secretOf(request)
    const token = tokenPattern.test(secret) ? await findToken(secret) : undefined
    if (!token) throw new NotSignedIn('This needs an ingest token.')
    if (token.isClosed) throw new CustomerClosed()
    if (!(suffixes[format] as readonly string[]).includes(restOf(request).suffix)) throw new NotFound()
    checkFormat(token, format)
    if (!parts)
      throw Invalid.field('', 'This installation reads metrics from a store of its own: send them there.', 'error.metrics_elsewhere')
    const seconds = await perToken.count(token.tokenId)
    // Every sender tries again after 503, and not each after 429.
    if (seconds !== null) throw new Unavailable(seconds)
    tokens.set(request, token)
  }

  async function take(request: FastifyRequest, reply: FastifyReply, format: MetricFormat): Promise<FastifyReply> {
    const token = tokens.get(request)
    if (!token || !parts) throw new NotSignedIn()
    const reservation = reserve(token.customerId)
    let beginning: Buffer = Buffer.alloc(0)
    const list = (reason: string) => {
      const contentType = contentTypeOf(request.raw)?.slice(0, 200) ?? null
      // A copy, so that the rest is freed.
      noteUnreadable(token, { format, contentType, beginning: Buffer.from(beginning), reason }).catch((error) =>
        request.log.warn({ err: error }, 'a body of metrics was not listed'),
      )
    }
    try {
      const { sent, encoding } = await readMetricBody(request.raw, format, reservation, (bytes) => {
        beginning = bytes
      })
      const outcome = await (token.isProvider ? takeProviderPoints : takePoints)(parts, token.customerId, sent)
      // The points are durable, whatever comes of this. A source of which nothing is taken does not deliver.
      if (isAnythingTaken(outcome))
        noteSource(token).catch((error) => request.log.warn({ err: error }, 'a source of metrics was not noted'))
      if (isNothingRead(outcome)) list(describeOutcome(outcome))
      return format === 'prometheus' ? answerRemoteWrite(reply, outcome) : answerOtlp(reply, encoding, outcome)
    } catch (error) {
      const explained = explain(error as Error)
      if (isUnreadable(error, explained)) list((error as Error).message)
      throw explained
    } finally {
      reservation.hold(0)
    }
  }

  const openRoutes =
    (format: MetricFormat): FastifyPluginAsync =>
    async (scope) => {
      limitFailures(scope, failedPerAddress)
      if (format === 'otlp') answerOtlpErrors(scope)
      setContentTypeAside(scope)
      scope.addHook('onRequest', (request) => authenticate(request, format))
      for (const url of [`/ingest/v1/${format}`, `/ingest/v1/${format}/*`])
        scope.route({ method: ['POST', 'PUT'], url, handler: (request, reply) => take(request, reply, format) })
    }
  for (const format of ['prometheus', 'otlp'] as const) await app.register(openRoutes(format))
}

const isUnreadable = (error: unknown, explained: Error) =>
  error instanceof Undecodable || (explained instanceof Refusal && (explained.status === 415 || isEncodingFault(explained)))

function explain(error: Error): Error {
  if (error instanceof DecodedTooLarge) return new TooLarge(maxMetricBodyBytes)
  if (error instanceof TooMuchAtOnce)
    return new TooMuch([{ property: '', message: `${error.message} Send fewer at once.`, message_translation_key: 'error.too_large' }])
  if (error instanceof Undecodable) return Invalid.field('', `The body cannot be decoded: ${error.message}`, 'error.not_decodable')
  return error
}
