import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { NotFound } from '#server/platform/errors.ts'
import { type OtherOrigins, pagePolicy, workerPolicy } from '#server/platform/http/security-headers.ts'

const nonceMark = '__CSP_NONCE__'

/** A path of the portal's own screens: everything that is no file, no call and no other door. */
const isScreen = (pathname: string) =>
  !/^\/(api|ingest|oidc|oidc-assets|assets|health|metrics)(\/|$)/.test(pathname) && !/\.[a-z0-9]{2,5}$/i.test(pathname)

/** Serves the built portal. Hashed files may be kept for ever; the page itself is made again for each visit, with its own nonce. */
export async function serveWeb(app: FastifyInstance, folder: string, others: OtherOrigins): Promise<void> {
  const file = path.join(folder, 'index.html')
  if (!existsSync(file)) throw new Error(`The portal is not built: ${file} is missing. Run npm start, or npm run build.`)
  const template = readFileSync(file, 'utf8')
  const sendPage = (reply: FastifyReply) => {
    const nonce = randomBytes(16).toString('base64')
    return reply
      .header('content-security-policy', pagePolicy(nonce, others))
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(template.replaceAll(nonceMark, nonce))
  }
  await app.register(fastifyStatic, {
    root: folder,
    index: false,
    wildcard: false,
    cacheControl: false,
    // The build puts the compressed copies beside the files; they have no address of their own.
    preCompressed: true,
    globIgnore: ['**/*.br', '**/*.gz', '**/.vite/**'],
    setHeaders: (reply, filePath) => {
      const isHashed = filePath.includes(`${path.sep}assets${path.sep}`)
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      const script = isHashed && /([\w-]+\.js)(\.br|\.gz)?$/.exec(filePath)?.[1]
      // Said here rather than at the end of each script, which every browser would fetch.
      if (script) reply.header('sourcemap', `${script}.map`)
      if (filePath.endsWith('.html')) reply.header('content-security-policy', pagePolicy('none', others))
      if (filePath.includes('offline-worker.js')) reply.header('content-security-policy', workerPolicy)
    },
  })
  app.get('/*', async (request, reply) => {
    if (!isScreen(request.url.split('?')[0] ?? '')) throw new NotFound()
    return sendPage(reply)
  })
}
