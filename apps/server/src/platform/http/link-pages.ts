import type { Language } from '@vakt/contract/users/session.ts'
import { type AccentTones, accentTones, themeSurfaces } from '@vakt/domain/branding/accent-tones.ts'
import type { FastifyBaseLogger, FastifyInstance, FastifyPluginAsync, FastifyReply } from 'fastify'
import { logoMarkup, logoStyle } from '#server/platform/branding/brand-logo.ts'
import type { BrandingSource } from '#server/platform/branding/branding-source.ts'
import type { Branding } from '#server/platform/branding/branding-table.ts'
import { TooMany } from '#server/platform/errors.ts'
import { escapeHtml } from '#server/platform/escape-html.ts'
import { createLimit, networkOf } from './limit-requests.ts'

/** What a page says; `headline` and `below` are HTML. Without a button there is nothing to do. */
type LinkView = { language: Language; headline?: string; says: string; button?: string | undefined; below?: string }

type At = { now: Date; requestId: string; log: FastifyBaseLogger }

/** A page that needs no sign-in: its address carries a token, which is the permission. */
export type LinkPage = {
  /** Followed by the token. */
  path: string
  /** `unknown` is HTML, as `belowUnknown`, which follows it. */
  texts: Record<Language, { title: string; unknown: string }>
  belowUnknown?: string
  /** Undefined where nothing is behind the token. Changes nothing, however often it is asked. */
  read(token: string, at: At): Promise<LinkView | undefined>
  /** Does what the button says, where there still is one, and answers what the page says then. */
  act(token: string, at: At): Promise<LinkView | undefined>
}

const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
const style = `:root{color-scheme:light dark}body{font:16px/1.5 Inter,system-ui,sans-serif;margin:0;padding:24px}main{max-width:480px;margin:0 auto}
h1{font-size:20px;overflow-wrap:anywhere}p{overflow-wrap:anywhere}button{font:inherit;font-weight:600;min-height:48px;width:100%;border-radius:6px;cursor:pointer}`

/** The provider's colours, as the browser's theme has it; the page has no other. */
function styleOf(accent: string): string {
  const { light, dark } = accentTones(accent)
  const rules = (tones: AccentTones) =>
    `button{border:0;background:${tones.fill};color:${tones.onFill}}button:hover{background:${tones.fillHover}}a{color:${tones.accent}}`
  return `.brand{font-weight:600}${rules(light)}@media (prefers-color-scheme:dark){body{background:${themeSurfaces.dark.page}}${rules(dark)}}`
}

function bodyOf({ texts, belowUnknown = '' }: LinkPage, view: LinkView | undefined): string {
  // Without anything behind it the language is not known.
  if (!view) return `<h1>${texts.sv.unknown}</h1><p lang="en">${texts.en.unknown}</p>${belowUnknown}`
  const { headline = `<h1>${texts[view.language].title}</h1>`, says, button, below = '' } = view
  const form = button ? `<form method="post"><button type="submit">${button}</button></form>` : below
  return `${headline}<p role="status">${escapeHtml(says)}</p>${form}`
}

/** The logo, where there is one, else the name. */
function faceOf(branding: Branding): string {
  const inside = logoMarkup(branding) || escapeHtml(branding.name)
  return inside && `<p class="brand">${inside}</p>`
}

function send(reply: FastifyReply, page: LinkPage, view: LinkView | undefined, branding: Branding) {
  const language = view?.language ?? 'sv'
  return reply
    .code(view ? 200 : 404)
    .header('content-security-policy', policy)
    .header('cache-control', 'no-store')
    .header('x-robots-tag', 'noindex')
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${page.texts[language].title}</title><style>${style}${logoStyle}${branding.accent ? styleOf(branding.accent) : ''}</style></head><body><main>${faceOf(branding)}${bodyOf(page, view)}</main></body></html>`,
    )
}

/** Serves the page: only its form acts, since programs that scan mails follow links. */
export async function openLinkPage(app: FastifyInstance, page: LinkPage, perMinute: number, branding: BrandingSource): Promise<void> {
  const limit = createLimit(perMinute)
  const routes: FastifyPluginAsync = async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 1024 }, (_request, _body, done) => done(null))
    scope.addHook('onRequest', async (request) => {
      const seconds = await limit.count(networkOf(request.ip))
      if (seconds !== null) throw new TooMany(seconds)
    })
    for (const [method, answer] of [
      ['GET', page.read],
      ['POST', page.act],
    ] as const)
      scope.route<{ Params: { token: string } }>({
        method,
        url: `${page.path}/:token`,
        handler: async (request, reply) =>
          send(
            reply,
            page,
            await answer(request.params.token, { now: new Date(), requestId: request.id, log: request.log }),
            branding.current(),
          ),
      })
  }
  await app.register(routes)
}
