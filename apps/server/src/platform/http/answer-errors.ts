import type { ErrorAnswer } from '@vakt/contract/errors.ts'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import pg from 'pg'
import { AccountDisabled, Forbidden, Invalid, NotFound, Refusal, Stale, TooLarge, TooMany, Unavailable } from '#server/platform/errors.ts'

/** Connection lost or refused, server starting, stopping or a standby (25006), no room, too slow: passes by itself. */
export const isPassing = (error: Error & { code?: string }) =>
  /^(ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|ETIMEDOUT|08|53|57P|57014|55P03|40001|40P01|25P03|25006)/.test(error.code ?? '') ||
  /Connection terminated|not queryable|timeout expired|timeout exceeded when trying to connect|Cannot use a pool after/.test(error.message)

/** What the database refuses because of the value itself, as a last wall behind the contract: 22xxx is data, 23xxx a rule of the table. */
const isBadValue = (error: Error) => error instanceof pg.DatabaseError && /^(22|23)/.test(error.code ?? '')

function toRefusal(error: FastifyError, bodyLimit: number): Refusal | null {
  if (error instanceof Refusal) return error
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new TooLarge(bodyLimit)
  if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE')
    return Invalid.field('', 'The body must be JSON, with the header Content-Type: application/json.', 'error.not_json')
  // An address that cannot be decoded, or a part of it that is longer than any id, is no one's.
  if (error.code === 'FST_ERR_BAD_URL' || error.code === 'FST_ERR_MAX_PARAM_LENGTH') return new NotFound()
  if (error.statusCode === 400) return Invalid.field('', 'The body is not valid JSON.', 'error.not_json')
  if (error.statusCode === 404) return new NotFound()
  if (isPassing(error)) return new Unavailable()
  if (isBadValue(error)) return Invalid.field('', 'A value cannot be stored.', 'error.bad_value')
  return null
}

/** Whether a 503 stands for a fault: a verb that refuses because of a limit throws `Unavailable` itself, without a cause. */
const hasFault = (refusal: Refusal, error: Error) => refusal instanceof Unavailable && (refusal !== error || refusal.cause !== undefined)

/** The one place where an error becomes an answer. What was not expected is logged whole and answered with nothing but the request id. */
export function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = toRefusal(error, request.routeOptions.bodyLimit)
  if (!refusal || hasFault(refusal, error)) request.log.error({ err: error }, 'request failed')
  const errors = refusal?.errors ?? [
    { property: '', message: 'Something went wrong on our side.', message_translation_key: 'error.unexpected' },
  ]
  if (refusal instanceof Unavailable || refusal instanceof TooMany) reply.header('retry-after', String(refusal.retryAfterInSeconds))
  // The rest of the body was not read, so nothing more can come over this connection.
  if (refusal instanceof TooLarge) reply.header('connection', 'close')
  const granters = refusal instanceof Forbidden || refusal instanceof AccountDisabled ? refusal.grantedBy : []
  const grantedBy = granters.length > 0 ? { grantedBy: [...granters] } : {}
  const current = refusal instanceof Stale ? { current: refusal.current } : {}
  const answer: ErrorAnswer = { errors, requestId: request.id, ...grantedBy, ...current }
  return reply
    .code(refusal?.status ?? 500)
    .header('cache-control', 'no-store')
    .send(answer)
}
