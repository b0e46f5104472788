import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'

const sent = new WeakMap<IncomingMessage, string>()

/**
 * Takes the Content-Type off the requests of a scope: Fastify refuses one that is malformed before any parser is asked, and bodies are read here
 * whatever it says. `contentTypeOf` has it.
 */
export function setContentTypeAside(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
  scope.addHook('onRequest', (request, _reply, done) => {
    const { headers } = request.raw
    if (headers['content-type'] !== undefined) sent.set(request.raw, headers['content-type'])
    delete headers['content-type']
    done()
  })
}

/** The Content-Type that a request was sent with, as it was written; undefined without one. */
export const contentTypeOf = (request: IncomingMessage): string | undefined => sent.get(request)
