import type { FastifyInstance, FastifyPluginAsync, FastifyReply } from 'fastify'
import type { Pool } from 'pg'
import { escapeHtml } from '#server/features/deliveries/escape-html.ts'
import { readStopToken } from '#server/features/deliveries/stop-link.ts'
import { inTransaction, presenting } from '#server/platform/database/transaction.ts'
import { TooMany } from '#server/platform/errors.ts'
import { createLimit, networkOf } from '#server/platform/http/limit-requests.ts'
import { recordAction } from '#server/platform/record-action.ts'
import { contactMailTexts } from './contact-mail.texts.ts'
import { type PresentedContact, readCustomerName, readPresentedContact, writeStopped } from './contact-table.ts'

type Shown = PresentedContact & { customer: string }

/** The contact of a link; undefined where its signature is not that of a contact. Changes nothing. */
async function readLink(pool: Pool, token: string): Promise<Shown | undefined> {
  const read = readStopToken(token)
  if (!read) return undefined
  const found = await presenting(pool, { incident_contact: read.contactId }, (transaction) =>
    readPresentedContact(transaction, read.contactId),
  )
  if (!found || !read.isSignedBy(found.stopKey)) return undefined
  const { customerId } = found
  const name = await inTransaction({ pool }, customerId, (transaction) => readCustomerName(transaction, customerId))
  return { ...found, customer: name ?? '' }
}

async function stop(pool: Pool, { customerId, contactId, address }: Shown, at: { now: Date; requestId: string }): Promise<void> {
  await inTransaction({ pool }, customerId, async (transaction) => {
    await writeStopped(transaction, customerId, contactId, at.now)
    const actor = { type: 'system', job: 'stop-incident-mails' } as const
    await recordAction(transaction, { actor, ...at }, customerId, { action: 'incident-contacts.stop', target: address })
  })
}

const policy = "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
const style = `:root{color-scheme:light dark}body{font:16px/1.5 Inter,system-ui,sans-serif;margin:0;padding:24px}main{max-width:480px;margin:0 auto}
h1{font-size:20px;overflow-wrap:anywhere}p{overflow-wrap:anywhere}button{font:inherit;font-weight:600;min-height:48px;width:100%;border-radius:6px;cursor:pointer}`

function bodyOf(shown: Shown | undefined): string {
  const words = contactMailTexts[shown?.language ?? 'en']
  if (!shown) return `<h1>${contactMailTexts.sv.unknown}</h1><p lang="en">${words.unknown}</p>`
  const { isStopped, customer, address } = shown
  const says = isStopped ? words.stopped(customer, address) : words.stopQuestion(customer, address)
  const button = isStopped ? '' : `<form method="post"><button type="submit">${words.stop}</button></form>`
  return `<h1>${words.stopTitle}</h1><p role="status">${escapeHtml(says)}</p>${button}`
}

function send(reply: FastifyReply, shown: Shown | undefined) {
  const language = shown?.language ?? 'sv'
  return reply
    .code(shown ? 200 : 404)
    .header('content-security-policy', policy)
    .header('cache-control', 'no-store')
    .header('x-robots-tag', 'noindex')
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${contactMailTexts[language].stopTitle}</title><style>${style}</style></head><body><main>${bodyOf(shown)}</main></body></html>`,
    )
}

/** Where the links in mails to contacts without an account lead: only the form stops, since programs that scan mails follow links. */
export async function openStopLinks(app: FastifyInstance, pool: Pool, perMinute: number): Promise<void> {
  const limit = createLimit(perMinute)
  const routes: FastifyPluginAsync = async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 1024 }, (_request, _body, done) => done(null))
    scope.addHook('onRequest', async (request) => {
      const seconds = await limit.count(networkOf(request.ip))
      if (seconds !== null) throw new TooMany(seconds)
    })
    scope.get<{ Params: { token: string } }>('/stop-incident-mails/:token', async (request, reply) =>
      send(reply, await readLink(pool, request.params.token)),
    )
    scope.post<{ Params: { token: string } }>('/stop-incident-mails/:token', async (request, reply) => {
      const shown = await readLink(pool, request.params.token)
      if (shown && !shown.isStopped) await stop(pool, shown, { now: new Date(), requestId: request.id })
      return send(reply, await readLink(pool, request.params.token))
    })
  }
  await app.register(routes)
}
