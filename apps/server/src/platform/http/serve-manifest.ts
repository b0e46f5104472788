import type { FastifyInstance } from 'fastify'
import { hasOwnIcon, iconVersion } from '#server/platform/branding/brand-page.ts'
import type { BrandingSource } from '#server/platform/branding/branding-source.ts'
import type { Branding } from '#server/platform/branding/branding-table.ts'

/** Those of Vakt in two sizes, a symbol of the provider in the one that is kept of it, the letter of its name as a drawing alone. */
function iconsOf(branding: Branding) {
  const isOwn = hasOwnIcon(branding)
  const version = isOwn ? `?v=${iconVersion(branding)}` : ''
  const icon = (name: string, sizes: string, type: string) => ({ src: `/${name}${version}`, sizes, type })
  const drawing = icon('icon.svg', 'any', 'image/svg+xml')
  const large = icon('icon-512.png', '512x512', 'image/png')
  if (!isOwn) return [icon('icon-192.png', '192x192', 'image/png'), large, drawing]
  return branding.pictures.some(({ kind }) => kind === 'symbol') ? [large, drawing] : [drawing]
}

/** What a phone needs to know to put Vakt on its home screen. */
export function serveManifest(app: FastifyInstance, source: BrandingSource): void {
  app.get('/manifest.webmanifest', async (_request, reply) => {
    const branding = source.current()
    const name = branding.name || 'Vakt'
    const manifest = {
      id: '/',
      name,
      short_name: name,
      display: 'standalone',
      start_url: '/',
      scope: '/',
      theme_color: '#000000',
      background_color: '#ffffff',
      icons: iconsOf(branding),
    }
    return reply.type('application/manifest+json; charset=utf-8').header('cache-control', 'no-cache').send(manifest)
  })
}
