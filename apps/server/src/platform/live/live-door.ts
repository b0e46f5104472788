import type { ServerResponse } from 'node:http'
import { listenLive } from '@vakt/contract/live.ts'
import type { LiveEvent, LiveHello } from '@vakt/contract/live-events.ts'
import type { FastifyInstance } from 'fastify'
import { TooMany } from '#server/platform/errors.ts'
import { authorize, type Gate } from '#server/platform/http/door.ts'
import type { LiveHub } from '#server/platform/live/live-hub.ts'

const beatMilliseconds = 15_000
const mostPerUser = 20
const mostUnsentBytes = 256 * 1024

/** Whoever does not see every ticket does not learn which one changed. */
function withoutTicket(event: LiveEvent | LiveHello): object {
  if (!('ticketId' in event)) return event
  const { ticketId: _, ...rest } = event
  return rest
}

/** Server-sent events. Whoever may no longer listen is cut off when that is announced, at the latest at the next check. */
export function openLiveDoor(app: FastifyInstance, gate: Gate, hub: LiveHub, checkMilliseconds = 60_000): void {
  const perUser = new Map<string, number>()
  const open = new Set<ServerResponse>()
  // Ended rather than cut: the browser connects again, by then to another process.
  app.addHook('preClose', (done) => {
    for (const stream of open) stream.end()
    done()
  })
  app.route({
    method: 'GET',
    url: listenLive.path,
    onRequest: (request) => authorize(gate, listenLive, request),
    handler: (request, reply) => {
      const userId = request.caller?.userId ?? ''
      const streams = perUser.get(userId) ?? 0
      if (streams >= mostPerUser) throw new TooMany(30)
      perUser.set(userId, streams + 1)
      const { customerId } = request.params as { customerId: string }
      reply.hijack()
      const { raw } = reply
      open.add(raw)
      raw.writeHead(200, {
        ...(reply.getHeaders() as Record<string, string>),
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        connection: 'close',
        'x-accel-buffering': 'no',
      })
      const write = (text: string) => {
        // A reader that does not keep up comes back and asks for everything: better than memory without end.
        if (raw.writableLength > mostUnsentBytes) raw.destroy()
        else raw.write(text)
      }
      const recheck = () => authorize(gate, listenLive, request).catch(() => raw.end())
      const leave = hub.join(customerId, userId, (event) => {
        if ('staffOnly' in event && !request.caller?.isStaff) return
        write(`data: ${JSON.stringify(request.caller?.seesOwnTicketsOnly ? withoutTicket(event) : event)}\n\n`)
        if (event.type === 'access.changed' || (event.type === 'session.ended' && event.userId === userId)) void recheck()
      })
      write('data: {"type":"hello"}\n\n')
      const beat = setInterval(() => write(': beat\n\n'), beatMilliseconds)
      const check = setInterval(recheck, checkMilliseconds)
      raw.on('close', () => {
        clearInterval(beat)
        clearInterval(check)
        leave()
        open.delete(raw)
        const left = (perUser.get(userId) ?? 1) - 1
        if (left > 0) perUser.set(userId, left)
        else perUser.delete(userId)
      })
    },
  })
}
