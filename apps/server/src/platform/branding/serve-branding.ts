import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { pictureKinds } from '@vakt/contract/branding.ts'
import { accentTones } from '@vakt/domain/branding/accent-tones.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { NotFound } from '#server/platform/errors.ts'
import { escapeHtml } from '#server/platform/escape-html.ts'
import { iconVersion } from './brand-page.ts'
import type { BrandingSource } from './branding-source.ts'

const vaktFill = '#4b4ac9'

/** The square of the provider: its symbol, else the first letter of its name on its colour. */
function drawIcon(source: BrandingSource): string | null {
  const { name, accent } = source.current()
  const symbol = source.picture('symbol')
  const open = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" width="32" height="32">'
  if (symbol) return `${open}<image width="32" height="32" href="data:image/png;base64,${symbol.toString('base64')}"/></svg>`
  const [letter] = new Intl.Segmenter().segment(name.toUpperCase())
  if (!letter) return null
  const { fill, onFill } = accentTones(accent || vaktFill).light
  const text = `<text x="16" y="22.5" text-anchor="middle" font-family="Inter,system-ui,sans-serif" font-weight="600" font-size="18" fill="${onFill}">`
  return `${open}<rect width="32" height="32" rx="8" fill="${fill}"/>${text}${escapeHtml(letter.segment)}</text></svg>`
}

type Picture = { content: Buffer; type: string; version: string | undefined }

/**
 * Nothing in it runs, whatever it is opened as. Kept for ever under the address that names its version, else asked for again each time: another
 * process may not have heard of the newest one yet.
 */
function send(request: FastifyRequest, reply: FastifyReply, { content, type, version }: Picture) {
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 16)
  const isVersioned = version !== undefined && (request.query as { v?: string }).v === version
  reply.headers({
    'content-security-policy': "default-src 'none'; img-src data:; sandbox; frame-ancestors 'none'",
    'cache-control': isVersioned ? 'public, max-age=31536000, immutable' : 'public, no-cache',
    etag: `"${hash}"`,
  })
  if (request.headers['if-none-match'] === `"${hash}"`) return reply.code(304).send()
  return reply.type(type).send(content)
}

/** The files of Vakt that are the provider's once it has a name or a symbol. */
export const iconFiles = ['icon.svg', 'icon-192.png', 'icon-512.png']

/** Serves the logos of the provider, and its icons in place of those of Vakt, which stand in `folder`. */
export function serveBranding(app: FastifyInstance, folder: string, source: BrandingSource): void {
  const png = 'image/png'
  app.get('/brand/:file', async (request, reply) => {
    const { file } = request.params as { file: string }
    const kind = pictureKinds.find((one) => `${one}.png` === file)
    const content = kind && source.picture(kind)
    if (!content) throw new NotFound()
    const version = source.current().pictures.find((one) => one.kind === kind)?.hash
    return send(request, reply, { content, type: png, version })
  })
  for (const file of iconFiles) {
    const own = path.join(folder, file)
    const standard = existsSync(own) ? readFileSync(own) : null
    const isVector = file.endsWith('.svg')
    app.get(`/${file}`, async (request, reply) => {
      const drawn = isVector ? drawIcon(source) : null
      const content = isVector ? (drawn ? Buffer.from(drawn) : standard) : (source.picture('symbol') ?? standard)
      if (!content) throw new NotFound()
      return send(request, reply, { content, type: isVector ? 'image/svg+xml' : png, version: iconVersion(source.current()) })
    })
  }
}
