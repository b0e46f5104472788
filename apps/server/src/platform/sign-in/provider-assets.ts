import { readFileSync } from 'node:fs'
import { accentTones } from '@vakt/domain/branding/accent-tones.ts'
import type { FastifyInstance } from 'fastify'
import { logoStyle } from '#server/platform/branding/brand-logo.ts'
import type { Branding } from '#server/platform/branding/branding-table.ts'

const assets = {
  'provider-pages.css': { type: 'text/css; charset=utf-8', from: './provider-pages.css' },
  'submit-form.js': { type: 'text/javascript; charset=utf-8', from: './submit-form.js' },
  'inter.woff2': { type: 'font/woff2', from: '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2' },
}

/** The provider's colours in place of those of `provider-pages.css`, and its logo. */
function brandStyles({ accent }: Branding): string {
  if (!accent) return logoStyle
  const { light, dark } = accentTones(accent)
  const rules = (tones: typeof light) =>
    `:root{--accent:${tones.accent};--fill:${tones.fill};--fill-hover:${tones.fillHover};--on-fill:${tones.onFill};--selected:${tones.selected}}`
  return `${rules(light)}@media (prefers-color-scheme:dark){${rules(dark)}}${logoStyle}`
}

export function serveProviderAssets(app: FastifyInstance, branding: () => Branding) {
  app.get('/oidc-assets/branding.css', (_request, reply) =>
    reply.type(assets['provider-pages.css'].type).header('cache-control', 'no-cache').send(brandStyles(branding())),
  )
  for (const [name, { type, from }] of Object.entries(assets)) {
    const content = readFileSync(new URL(import.meta.resolve(from)))
    app.get(`/oidc-assets/${name}`, (_request, reply) => reply.type(type).header('cache-control', 'public, max-age=3600').send(content))
  }
}
