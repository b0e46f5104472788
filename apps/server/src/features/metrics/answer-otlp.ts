import type { ErrorAnswer } from '@vakt/contract/errors.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { contentTypeOf } from '#server/features/signals/sent-content-type.ts'
import type { MetricEncoding } from './read-metric-body.ts'
import { describeOutcome } from './take-points.ts'
import { countRefused, isAllTaken, type PointOutcome } from './write-points.ts'

const types: Record<MetricEncoding, string> = { protobuf: 'application/x-protobuf', json: 'application/json' }

const varint = (value: number): number[] => (value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))])
const textField = (number: number, text: string): Buffer => {
  const bytes = Buffer.from(text)
  return Buffer.concat([Buffer.from([number * 8 + 2, ...varint(bytes.length)]), bytes])
}

/**
 * Answers an ExportMetricsServiceResponse in the encoding of the request. What was not taken must not be sent again; a request without points
 * rejects none and says so.
 */
export function answerOtlp(reply: FastifyReply, encoding: MetricEncoding, outcome: PointOutcome): FastifyReply {
  reply.code(200).type(types[encoding])
  if (isAllTaken(outcome)) return reply.send(encoding === 'json' ? '{}' : Buffer.alloc(0))
  const rejected = countRefused(outcome)
  const message = describeOutcome(outcome)
  if (encoding === 'json')
    return reply.send(JSON.stringify({ partialSuccess: { rejectedDataPoints: String(rejected), errorMessage: message } }))
  const partial = Buffer.concat([Buffer.from([8, ...varint(rejected)]), textField(2, message)])
  return reply.send(Buffer.concat([Buffer.from([10, ...varint(partial.length)]), partial]))
}

/** Codes of google.rpc.Status for what OTLP can be refused with. */
const statusCodes: Record<number, number> = { 400: 3, 401: 16, 403: 7, 404: 5, 413: 8, 415: 3, 429: 8, 503: 14 }

const messageOf = (payload: unknown): string => {
  const { errors } = JSON.parse(String(payload)) as ErrorAnswer
  return errors.map(({ message }) => message).join(' ')
}

/** Errors of this scope are sent as a google.rpc.Status in the encoding of the request. */
export function answerOtlpErrors(scope: FastifyInstance): void {
  scope.addHook('onSend', async (request, reply, payload) => {
    if (reply.statusCode < 400) return payload
    const code = statusCodes[reply.statusCode] ?? 2
    const message = messageOf(payload)
    if (contentTypeOf(request.raw)?.includes('json')) return JSON.stringify({ code, message })
    reply.type(types.protobuf)
    return Buffer.concat([Buffer.from([8, code]), textField(2, message)])
  })
}
