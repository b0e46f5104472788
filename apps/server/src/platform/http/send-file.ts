import { create } from 'content-disposition'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FileAnswer } from '#server/platform/http/serve.ts'

/** Sends what someone else made so that nothing in it runs. Kept by the reader's browser only, which asks each time whether it still may. */
export function sendFile(request: FastifyRequest, reply: FastifyReply, file: FileAnswer): FastifyReply {
  const version = `"${file.version}"`
  reply.headers({
    'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
    'cache-control': 'private, no-cache',
    vary: 'authorization',
    etag: version,
  })
  if (request.headers['if-none-match'] === version) return reply.code(304).send()
  // A reader then sees that a file which broke off is not whole.
  if (file.bytes !== undefined) reply.header('content-length', file.bytes)
  return reply
    .header('content-type', file.contentType)
    .header(
      'content-disposition',
      create(file.fileName, { type: file.isShownInline && !request.routeOptions.config.isDownload ? 'inline' : 'attachment' }),
    )
    .send(file.content)
}
