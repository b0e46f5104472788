import type { Operation } from '@vakt/contract/operation.ts'
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { Pool } from 'pg'
import { authorize, createHandler, type DoorOptions } from '#server/platform/http/door.ts'
import type { Served } from '#server/platform/http/serve.ts'
import { announceFailedDownload } from '#server/platform/live/announce.ts'

/** A list that can be exported, or a file. */
export const isDownloadable = ({ method, access, listOf, fileAnswer }: Operation): boolean =>
  method === 'GET' && access !== 'public' && (listOf !== undefined || fileAnswer === true)

/** In bytes: an access token may have some kilobytes of roles and groups. */
const maxForm = 64 * 1024
/** How long the browser keeps the cookie that says that a download began. */
const cookieSeconds = 60
const errorPolicy = "default-src 'none'; frame-ancestors 'self'; base-uri 'none'; form-action 'none'"
const downloadIdForm = /^[\w-]{16,64}$/

const downloadIds = new WeakMap<FastifyRequest, string>()

/** Puts the fields of the form where `authorize` looks, which a form cannot send as headers. They replace what headers there are. */
function readForm(request: FastifyRequest): void {
  const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
  const { headers } = request.raw
  const session = form.get('session')
  const viewedUserId = form.get('view_as')
  headers.authorization = `Bearer ${form.get('access_token') ?? ''}`
  if (session) headers['x-vakt-session'] = session
  if (viewedUserId) headers['x-vakt-view-as'] = viewedUserId
  const id = form.get('download') ?? ''
  if (downloadIdForm.test(id)) downloadIds.set(request, id)
  request.body = undefined
}

const isStream = (payload: unknown): payload is NodeJS.ReadableStream => typeof (payload as { pipe?: unknown } | null)?.pipe === 'function'

/** A page that follows the stream of live events hears of a file that breaks off: its frame does not. */
function followStream(pool: Pool, { caller }: FastifyRequest, downloadId: string, payload: NodeJS.ReadableStream): void {
  if (!caller) return
  const { userId, customerId } = caller
  payload.once('error', () => announceFailedDownload(pool, { customerId, userId, downloadId }))
}

const isRefused = ({ statusCode }: FastifyReply) => statusCode >= 400

/** What is refused, with its status, for the page that reads it in its frame. As plain text no browser makes a viewer of it. */
function forFrame(reply: FastifyReply, payload: unknown): string {
  reply.header('content-type', 'text/plain; charset=utf-8').header('content-security-policy', errorPolicy)
  return JSON.stringify({ status: reply.statusCode, ...JSON.parse(String(payload)) })
}

/**
 * Each list and file once more, for a form that a page sends to a hidden frame: the browser then writes the file to disk while it comes in, and
 * the token is in the body (RFC 6750, section 2.2), which is neither logged nor kept in a history. See decision 030.
 */
export async function openDownloads(app: FastifyInstance, calls: readonly Served[], options: DoorOptions): Promise<void> {
  const openScope: FastifyPluginAsync = async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string', bodyLimit: maxForm }, (_request, body, done) =>
      done(null, new URLSearchParams(String(body))),
    )
    scope.addHook('onSend', async (request, reply, payload) => {
      if (isRefused(reply)) return forFrame(reply, payload)
      const id = downloadIds.get(request)
      if (!id) return payload
      const secure = options.isHttps ? '; Secure' : ''
      reply.header('set-cookie', `vakt_download=${id}; Path=/; Max-Age=${cookieSeconds}; SameSite=Strict${secure}`)
      if (isStream(payload)) followStream(options.pool, request, id, payload)
      return payload
    })
    for (const served of calls.filter(({ operation }) => isDownloadable(operation)))
      scope.route({
        method: 'POST',
        url: `/download${served.operation.path}`,
        bodyLimit: maxForm,
        config: { isSignedIn: true, isDownload: true },
        preValidation: async (request) => {
          readForm(request)
          await authorize(options.gate, served.operation, request)
        },
        handler: createHandler(served, options),
      })
  }
  await app.register(openScope)
}
