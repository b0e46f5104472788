import type { FastifyReply } from 'fastify'
import { describeOutcome } from './take-points.ts'
import { isAllTaken, type PointOutcome } from './write-points.ts'

/**
 * Answers a request of remote write. What will not be better next time is 400, never 5xx: the sender would hold everything behind it back.
 * What was good is stored nonetheless. Stale markers count as written, since they are understood; so does a request of metadata alone. One of
 * which nothing is taken is 400 as well, as the protocol asks.
 */
export function answerRemoteWrite(reply: FastifyReply, outcome: PointOutcome): FastifyReply {
  reply
    .header('x-prometheus-remote-write-samples-written', String(outcome.stored + outcome.notNumbers))
    .header('x-prometheus-remote-write-histograms-written', '0')
    .header('x-prometheus-remote-write-exemplars-written', '0')
  if (isAllTaken(outcome)) return reply.code(204).send()
  return reply.code(400).type('text/plain; charset=utf-8').send(describeOutcome(outcome))
}
