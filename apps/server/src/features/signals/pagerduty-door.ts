import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { Invalid } from '#server/platform/errors.ts'
import type { Reservation } from './ingest-budget.ts'
import type { JudgeSignal } from './judge-signal.ts'
import { type ReceivedBody, receiveSignal } from './receive-signal.ts'
import { secretOf } from './secret-of-request.ts'
import { contentTypeOf } from './sent-content-type.ts'
import type { IngestToken } from './signal-table.ts'

type PagerDutyDoor = {
  authenticate(secret: string, format: string): Promise<IngestToken>
  store(token: IngestToken, format: string, contentType: string | undefined, received: ReceivedBody): Promise<string>
  reserve(customerId: string): Reservation
  judge: JudgeSignal
}

/** As PagerDuty: senders cut their details above it. */
const maxEventBytes = 512 * 1024
const format = 'pagerduty'

type Event = Record<string, unknown>

function parseEvent({ body, fault }: ReceivedBody): Event | null {
  if (fault) return null
  const event: unknown = JSON.parse(body.toString())
  return typeof event === 'object' && event !== null && !Array.isArray(event) ? (event as Event) : null
}

/** A trigger without a key gets one, which is answered, so that the sender can resolve it. */
function keyOf({ dedup_key: key, event_action: action }: Event): string | null {
  if (typeof key === 'string' && key !== '') return key
  return action === 'trigger' ? randomUUID() : null
}

/** The event as it is stored: without the routing key, which is the ingest token. */
function toStored({ routing_key: _, ...event }: Event, key: string | null): Buffer {
  return Buffer.from(JSON.stringify(key === null ? event : { ...event, dedup_key: key }))
}

const isFault = (answer: unknown): answer is { errors: { message: string }[] } =>
  typeof answer === 'object' && answer !== null && 'errors' in answer && Array.isArray(answer.errors)

/**
 * The Events API v2 of PagerDuty. Its senders read the answer: exactly 202 with the status `success`, or the texts in `errors`. Many let a
 * user change only the host and append `/v2/enqueue`; the ingest token is the routing key, unless the path or a header has it.
 */
export function openPagerDutyRoutes(scope: FastifyInstance, { authenticate, store, reserve, judge }: PagerDutyDoor): void {
  scope.addHook('preSerialization', async (_request, reply, answer) =>
    isFault(answer)
      ? {
          status: reply.statusCode < 500 ? 'invalid event' : 'error',
          message: reply.statusCode < 500 ? 'Event object is invalid' : 'Event was not stored',
          errors: answer.errors.map(({ message }) => message),
        }
      : answer,
  )
  for (const base of ['/ingest/v1/pagerduty', '/ingest/v1/pagerduty/:token'])
    for (const path of ['', '/v2/enqueue', '/v2/change/enqueue'])
      scope.post(`${base}${path}`, async (request, reply) => {
        const shown = secretOf(request)
        const known = shown === '' ? null : await authenticate(shown, format)
        // Until the body has shown its token, it counts for its address.
        const reservation = reserve(known?.customerId ?? `address ${request.ip}`)
        try {
          const received = await receiveSignal(request.raw, reservation, { maxBytes: maxEventBytes })
          const event = parseEvent(received)
          const key = event && keyOf(event)
          const token = known ?? (await authenticate(typeof event?.routing_key === 'string' ? event.routing_key : '', format))
          if (!event && !received.fault) throw Invalid.field('', 'The event is not an object.', 'error.not_json')
          const stored = event ? { body: toStored(event, key), fault: null } : received
          await store(token, format, contentTypeOf(request.raw), stored)
          const note = (await judge(token, format, stored.body))?.note
          const said = note ? { message: `Event kept, and not understood: ${note}`, warnings: [note] } : { message: 'Event processed' }
          return reply.code(202).send({ status: 'success', ...said, ...(key === null ? {} : { dedup_key: key }) })
        } finally {
          reservation.hold(0)
        }
      })
}
