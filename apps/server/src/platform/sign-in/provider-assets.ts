import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'

const assets = {
  'provider-pages.css': { type: 'text/css; charset=utf-8', from: './provider-pages.css' },
  'submit-form.js': { type: 'text/javascript; charset=utf-8', from: './submit-form.js' },
  'inter.woff2': { type: 'font/woff2', from: '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2' },
}

export function serveProviderAssets(app: FastifyInstance) {
  for (const [name, { type, from }] of Object.entries(assets)) {
    const content = readFileSync(new URL(import.meta.resolve(from)))
    app.get(`/oidc-assets/${name}`, (_request, reply) => reply.type(type).header('cache-control', 'public, max-age=3600').send(content))
  }
}
