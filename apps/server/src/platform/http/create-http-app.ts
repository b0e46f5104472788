import { randomUUID } from 'node:crypto'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { NotFound } from '#server/platform/errors.ts'
import { answerError } from '#server/platform/http/answer-errors.ts'
import { createRequestSampler } from '#server/platform/http/sample-requests.ts'
import { securityHeaders } from '#server/platform/http/security-headers.ts'
import type { Log } from '#server/platform/log.ts'

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** The path without what must not be logged, also where it is mistyped: secrets, and names of files, which are personal data. */
const loggablePath = (url: string) =>
  decodePath(url.split('?')[0] ?? '')
    .replace(/^(\/ingest\/v1\/[^/]+)\/.+$/i, '$1/…')
    .replace(/(\/attachment\/[^/]+|\/file)\/.+$/i, '$1/…')
    .replaceAll(/vakt_[a-z]+_[^/]+/gi, '…')

/** A request id that a proxy gave is kept when it is harmless; it goes into logs and answers. */
const requestIdOf = (given: string | string[] | undefined) =>
  typeof given === 'string' && /^[\w-]{1,64}$/.test(given) ? given : randomUUID()

/** A bare server: request ids, a log line for each request but some of the quiet ones, headers, and the one place where errors become answers. */
export function createHttpApp(
  log: Log,
  options: {
    isHttps: boolean
    trustedProxies?: string[]
    /** Once aborted, each answer closes its connection, so that a proxy does not send the next request over it. */
    stopping?: AbortSignal
    /** Of quiet requests one in so many is logged; absent: all. */
    logOneIn?: number
    observe?: (route: string, method: string, status: number, seconds: number) => void
  },
): FastifyInstance {
  const headers = securityHeaders(options.isHttps)
  const sampler = createRequestSampler(options.logOneIn ?? 1)
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),

    genReqId: (request) => requestIdOf(request.headers['x-request-id']),
    bodyLimit: 1024 * 1024,
    // Requests in flight finish, and those that still come over an open connection are answered (close-gracefully.ts).
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    // Only these may say in X-Forwarded-For for whom they ask.
    trustProxy: options.trustedProxies?.length ? options.trustedProxies : false,
    routerOptions: { maxParamLength: 1000 },
    // Met before any hook.
    frameworkErrors: (error, request, reply) => answerError(error, request, reply.headers({ ...headers, 'x-request-id': request.id })),
  }) as unknown as FastifyInstance
  app.decorateRequest('caller', null)
  app.decorateRequest('lacksRight', false)
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers).header('x-request-id', request.id)
    if (options.stopping?.aborted) reply.header('connection', 'close')
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const ms = Math.round(reply.elapsedTime * 10) / 10
    options.observe?.(request.routeOptions.url ?? 'none', request.method, reply.statusCode, reply.elapsedTime / 1000)
    done()
    // Those of health checks are never logged.
    if (request.log.level === 'warn') return
    const leftOut = sampler.take({ method: request.method, status: reply.statusCode, ms })
    if (leftOut === null) return
    const { caller } = request
    const who = caller
      ? {
          userId: caller.userId,
          ...(caller.viewedBy ? { viewedBy: caller.viewedBy.userId } : {}),
          customerId: (request.params as { customerId?: string }).customerId ?? caller.customerId,
        }
      : {}
    const about = { method: request.method, path: loggablePath(request.url), status: reply.statusCode, ms, ...who }
    request.log.info(leftOut > 0 ? { ...about, leftOut } : about, 'request')
  })
  app.addHook('onClose', async () => {
    const leftOut = sampler.takeRest()
    if (leftOut > 0) log.info({ leftOut }, 'requests left out of the log')
  })
  // Every call says that its body is JSON, also one that takes none.
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) =>
    body === '' && request.routeOptions.config.takesBody === false ? done(null, undefined) : parseJson(request, String(body), done),
  )
  app.setErrorHandler(answerError)
  app.setNotFoundHandler(async () => {
    throw new NotFound()
  })
  return app
}
