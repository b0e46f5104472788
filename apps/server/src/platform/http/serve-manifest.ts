import type { FastifyInstance } from 'fastify'

const icon = (name: string, sizes: string, type: string) => ({ src: `/${name}`, sizes, type })

const manifest = JSON.stringify({
  id: '/',
  name: 'Vakt',
  short_name: 'Vakt',
  display: 'standalone',
  start_url: '/',
  scope: '/',
  theme_color: '#000000',
  background_color: '#ffffff',
  icons: [
    icon('icon-192.png', '192x192', 'image/png'),
    icon('icon-512.png', '512x512', 'image/png'),
    icon('icon.svg', 'any', 'image/svg+xml'),
  ],
})

/** What a phone needs to know to put Vakt on its home screen. */
export function serveManifest(app: FastifyInstance): void {
  app.get('/manifest.webmanifest', async (_request, reply) =>
    reply.type('application/manifest+json; charset=utf-8').header('cache-control', 'no-cache').send(manifest),
  )
}
