import path from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyPluginAsync } from 'fastify'

const viewer = path.join(path.dirname(fileURLToPath(import.meta.resolve('@fastify/swagger-ui'))), 'static')
const viewerFiles = ['swagger-ui.css', 'swagger-ui-bundle.js']

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'"

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Vakt API</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/api/docs/swagger-ui.css">
</head>
<body>
<div id="document"></div>
<script src="/api/docs/swagger-ui-bundle.js"></script>
<script src="/api/docs/start.js"></script>
</body>
</html>
`

const start = `SwaggerUIBundle({ url: '/api/v1/openapi.json', dom_id: '#document', deepLinking: true, docExpansion: 'none', filter: true, defaultModelsExpandDepth: -1 })
`

/** The document for programs, built when it is first asked for, and a page that shows it to people. */
export async function serveApiDocument(app: FastifyInstance, build: () => Record<string, unknown>): Promise<void> {
  let text: string | undefined
  app.get('/api/v1/openapi.json', async (_request, reply) => {
    text ??= JSON.stringify(build())
    return reply.type('application/json; charset=utf-8').header('cache-control', 'no-cache').send(text)
  })
  app.get('/api/docs', async (_request, reply) =>
    reply.type('text/html; charset=utf-8').header('content-security-policy', policy).send(page),
  )
  app.get('/api/docs/start.js', async (_request, reply) => reply.type('text/javascript; charset=utf-8').send(start))
  const openViewer: FastifyPluginAsync = async (scope) => {
    await scope.register(fastifyStatic, { root: viewer, serve: false, cacheControl: true, maxAge: '1h' })
    for (const file of viewerFiles) scope.get(`/api/docs/${file}`, async (_request, reply) => reply.sendFile(file))
  }
  await app.register(openViewer)
}
