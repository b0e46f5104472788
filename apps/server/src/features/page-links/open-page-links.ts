import type { FastifyInstance, FastifyPluginAsync, FastifyReply } from 'fastify'
import { escapeHtml } from '#server/features/deliveries/escape-html.ts'
import type { Context } from '#server/platform/context.ts'
import { TooMany } from '#server/platform/errors.ts'
import { createLimit, networkOf } from '#server/platform/http/limit-requests.ts'
import { acknowledgePage, type PageLink, readPageLink } from './acknowledge-page.ts'
import { pageLinkTexts } from './page-link.texts.ts'

const policy = "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
const style = `:root{color-scheme:light dark}body{font:16px/1.5 Inter,system-ui,sans-serif;margin:0;padding:24px}main{max-width:480px;margin:0 auto}
h1{font-size:20px;overflow-wrap:anywhere}button{font:inherit;font-weight:600;min-height:48px;width:100%;border-radius:6px;cursor:pointer}`

function bodyOf(link: PageLink | undefined): string {
  const words = pageLinkTexts[link?.language ?? 'en']
  const portal = `<p><a href="/">${words.toVakt}</a></p>`
  // Without a page its language is not known.
  if (!link) return `<h1>${pageLinkTexts.sv.unknown}</h1><p lang="en">${words.unknown}</p>${portal}`
  const { incident } = link
  const headline = incident
    ? `<p>${words.severities[incident.severity]}</p><h1>${escapeHtml(incident.title)}</h1>`
    : `<h1>${words.title}</h1>`
  const says =
    link.state === 'open' ? words.open(link.name) : link.state === 'acknowledged' ? words.acknowledged(link.by) : words[link.state]
  const form = link.state === 'open' ? `<form method="post"><button type="submit">${words.acknowledge}</button></form>` : portal
  return `${headline}<p role="status">${escapeHtml(says)}</p>${form}`
}

const send = (reply: FastifyReply, link: PageLink | undefined) => {
  const language = link?.language ?? 'sv'
  return reply
    .code(link ? 200 : 404)
    .header('content-security-policy', policy)
    .header('cache-control', 'no-store')
    .header('x-robots-tag', 'noindex')
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${pageLinkTexts[language].title}</title><style>${style}</style></head><body><main>${bodyOf(link)}</main></body></html>`,
    )
}

/**
 * Where the links in pages lead: shows the headline without sign-in, and acknowledges only by the form, since programs that scan mails follow
 * links.
 */
export async function openPageLinks(
  app: FastifyInstance,
  { pool, ports }: Pick<Context, 'pool' | 'ports'>,
  perMinute: number,
): Promise<void> {
  const limit = createLimit(perMinute)
  const routes: FastifyPluginAsync = async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 1024 }, (_request, _body, done) => done(null))
    scope.addHook('onRequest', async (request) => {
      const seconds = await limit.count(networkOf(request.ip))
      if (seconds !== null) throw new TooMany(seconds)
    })
    scope.get<{ Params: { token: string } }>('/page/:token', async (request, reply) =>
      send(reply, await readPageLink({ pool, now: new Date() }, request.params.token)),
    )
    scope.post<{ Params: { token: string } }>('/page/:token', async (request, reply) => {
      const door = { pool, ports, now: new Date(), requestId: request.id, log: request.log as Context['log'] }
      return send(reply, await acknowledgePage(door, request.params.token))
    })
  }
  await app.register(routes)
}
