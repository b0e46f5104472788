import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

const sweepIntervalMs = 50
/** How long requests in flight may take to finish once the port is closed. */
export const requestTimeoutMs = 10_000

/**
 * Stops an HTTP server without dropping a request. During `delayMs` it still answers everything, while `/health/ready` says 503, so that proxies
 * send new requests elsewhere. Then it closes the port and the live streams, waits for the requests in flight, and cuts what takes longer than
 * `requestTimeoutMs`.
 */
export async function closeGracefully(app: FastifyInstance, delayMs: number, timeoutMs = requestTimeoutMs): Promise<void> {
  await wait(delayMs)
  // A connection that becomes idle after the port is closed would otherwise stay open for its keep-alive time.
  const sweep = setInterval(() => app.server.closeIdleConnections(), sweepIntervalMs)
  const cut = setTimeout(() => app.server.closeAllConnections(), timeoutMs)
  try {
    await app.close()
  } finally {
    clearInterval(sweep)
    clearTimeout(cut)
  }
}
