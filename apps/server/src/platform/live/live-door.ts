import type { ServerResponse } from 'node:http'
import { listenLive } from '@vakt/contract/live/live.ts'
import type { LiveEvent } from '@vakt/contract/live/live-events.ts'
import type { QueryOf } from '@vakt/contract/operation.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { TooMany } from '#server/platform/errors.ts'
import { createInputCheck } from '#server/platform/http/check-input.ts'
import { authorize, type Gate } from '#server/platform/http/door.ts'
import { createRecheck } from '#server/platform/live/keep-authorized.ts'
import type { LiveHub } from '#server/platform/live/live-hub.ts'

const beatMilliseconds = 15_000
const mostPerUser = 20
const mostUnsentBytes = 256 * 1024
const checkQuery = createInputCheck(listenLive.query, 'query')
const beat = Buffer.from(': beat\n\n')

/** Counts the open streams of each user. Throws TooMany beyond the limit. */
function createStreamCount() {
  const open = new Map<string, number>()
  return {
    enter(userId: string) {
      const count = open.get(userId) ?? 0
      if (count >= mostPerUser) throw new TooMany(30)
      open.set(userId, count + 1)
    },
    leave(userId: string) {
      const left = (open.get(userId) ?? 1) - 1
      if (left > 0) open.set(userId, left)
      else open.delete(userId)
    },
  }
}

function openStream(reply: FastifyReply): (chunk: Buffer) => void {
  reply.hijack()
  const { raw } = reply
  raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    connection: 'close',
    'x-accel-buffering': 'no',
  })
  return (chunk) => {
    // A reader that does not keep up comes back and asks for everything: better than memory without end.
    if (raw.writableLength > mostUnsentBytes) raw.destroy()
    else if (!raw.writableEnded) raw.write(chunk)
  }
}

/** Whose changes the caller hears; null: every customer's. */
function heardBy({ caller }: FastifyRequest): string[] | null {
  if (!caller?.isStaff) return [caller?.customerId ?? '']
  return caller.limitedTo && [...caller.limitedTo.customerIds, caller.limitedTo.own]
}

/** Server-sent events. Anyone who may no longer listen is cut off when that is announced, at the latest at the next check. */
export function openLiveDoor(app: FastifyInstance, gate: Gate, hub: LiveHub, checkMilliseconds = 60_000): void {
  const count = createStreamCount()
  const open = new Set<ServerResponse>()
  // Ended rather than cut: the browser connects again, by then to another process.
  app.addHook('preClose', (done) => {
    for (const stream of open) stream.end()
    done()
  })

  function serve(request: FastifyRequest, reply: FastifyReply) {
    const { userId = '', customerId: ownCustomerId = '' } = request.caller ?? {}
    const heardAtFirst = heardBy(request)
    const customerIds = heardAtFirst && [...new Set(heardAtFirst)]
    const { since_ms: sinceMs } = checkQuery(request.query) as QueryOf<typeof listenLive>
    count.enter(userId)
    const write = openStream(reply)
    const { raw } = reply
    open.add(raw)
    const check = async () => {
      await authorize(gate, listenLive, request)
      // What it hears was chosen by this: the browser comes back and is given what it may hear now.
      if (JSON.stringify(heardBy(request)) !== JSON.stringify(heardAtFirst)) raw.end()
    }
    const recheck = createRecheck(check, () => raw.end())
    const isAboutRights = (event: LiveEvent) =>
      (event.type === 'access.changed' && event.customerId === ownCustomerId) || (event.type === 'session.ended' && event.userId === userId)
    const subscriber = {
      customerIds,
      userId,
      reader: () => ({
        isStaff: request.caller?.isStaff ?? false,
        seesOwnTicketsOnly: request.caller?.seesOwnTicketsOnly ?? true,
        isLimited: request.caller ? request.caller.resourceLimit !== null : true,
        limitedTo: request.caller?.limitedTo ?? null,
      }),
      write,
      note: (event: LiveEvent) => isAboutRights(event) && recheck(),
    }
    const leave = hub.join(subscriber, sinceMs)
    const beats = setInterval(() => write(beat), beatMilliseconds)
    const checks = setInterval(recheck, checkMilliseconds)
    raw.on('close', () => {
      clearInterval(beats)
      clearInterval(checks)
      leave()
      open.delete(raw)
      count.leave(userId)
    })
  }

  app.route({
    method: 'GET',
    url: listenLive.path,
    config: { isSignedIn: true },
    onRequest: (request) => authorize(gate, listenLive, request),
    handler: serve,
  })
}
