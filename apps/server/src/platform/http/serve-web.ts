import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import fastifyStatic, { type FastifyStaticOptions } from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { brandPage, brandWords } from '#server/platform/branding/brand-page.ts'
import type { BrandingSource } from '#server/platform/branding/branding-source.ts'
import { iconFiles, serveBranding } from '#server/platform/branding/serve-branding.ts'
import { NotFound } from '#server/platform/errors.ts'
import { type OtherOrigins, pagePolicy, workerPolicy } from '#server/platform/http/security-headers.ts'

const nonceMark = '__CSP_NONCE__'

/** Pages of their own that name the provider. */
const namedPages = ['about.html', 'offline.html']

/** A path of the portal's own screens: everything that is no file, no call and no other door. */
const isScreen = (pathname: string) =>
  !/^\/(api|ingest|oidc|oidc-assets|assets|health|metrics|brand)(\/|$)/.test(pathname) && !/\.[a-z0-9]{2,5}$/i.test(pathname)

/** Serves the built portal. Hashed files may be kept for ever; the page itself is made again for each visit, with its own nonce. */
export async function serveWeb(app: FastifyInstance, folder: string, others: OtherOrigins, branding: BrandingSource): Promise<void> {
  const file = path.join(folder, 'index.html')
  if (!existsSync(file)) throw new Error(`The portal is not built: ${file} is missing. Run npm start, or npm run build.`)
  const template = readFileSync(file, 'utf8')
  const sendPage = (reply: FastifyReply) => {
    const nonce = randomBytes(16).toString('base64')
    return reply
      .header('content-security-policy', pagePolicy(nonce, others))
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(brandPage(template.replaceAll(nonceMark, nonce), branding.current(), nonce))
  }
  const files: Omit<FastifyStaticOptions, 'root' | 'wildcard'> = {
    index: false,
    cacheControl: false,
    // The build puts the compressed copies beside the files; they have no address of their own.
    preCompressed: true,
    setHeaders: (reply, filePath) => {
      const isHashed = filePath.includes(`${path.sep}assets${path.sep}`)
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      const script = isHashed && /([\w-]+\.js)(\.br|\.gz)?$/.exec(filePath)?.[1]
      // Said here rather than at the end of each script, which every browser would fetch.
      if (script) reply.header('sourcemap', `${script}.map`)
      if (filePath.endsWith('.html')) reply.header('content-security-policy', pagePolicy('none', others))
      if (filePath.includes('offline-worker.js')) reply.header('content-security-policy', workerPolicy)
    },
  }
  await app.register(fastifyStatic, {
    ...files,
    root: folder,
    wildcard: false,
    globIgnore: ['**/*.br', '**/*.gz', '**/.vite/**', 'assets/**', ...namedPages, ...iconFiles],
  })
  // One route for all: one for each of 1,500 files took a tenth of a start.
  await app.register(fastifyStatic, {
    ...files,
    root: path.join(folder, 'assets'),
    prefix: '/assets/',
    allowedPath: (pathname) => !/\.(br|gz)$/.test(pathname),
    decorateReply: false,
  })
  serveBranding(app, folder, branding)
  for (const page of namedPages) {
    const words = readFileSync(path.join(folder, page), 'utf8')
    app.get(`/${page}`, async (_request, reply) =>
      reply
        .header('content-security-policy', pagePolicy('none', others))
        .header('cache-control', 'no-cache')
        .type('text/html; charset=utf-8')
        .send(brandWords(words, branding.current())),
    )
  }
  app.get('/*', async (request, reply) => {
    if (!isScreen(request.url.split('?')[0] ?? '')) throw new NotFound()
    return sendPage(reply)
  })
}
