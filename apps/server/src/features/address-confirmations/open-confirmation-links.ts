import type { Language } from '@vakt/contract/session.ts'
import type { FastifyInstance, FastifyPluginAsync, FastifyReply } from 'fastify'
import type { Pool } from 'pg'
import { escapeHtml } from '#server/features/deliveries/escape-html.ts'
import { inTransaction, presenting } from '#server/platform/database/transaction.ts'
import { TooMany } from '#server/platform/errors.ts'
import { createLimit, networkOf } from '#server/platform/http/limit-requests.ts'
import { recordAction } from '#server/platform/record-action.ts'
import { confirmationTexts } from './confirmation.texts.ts'
import { readCustomerOfAddress, readPresentedAddress, writeConfirmed } from './confirmed-address-table.ts'
import { hashOfConfirmation } from './resolve-addresses.ts'

const form = /^vakt_confirm_[A-Za-z0-9_-]{43}$/
const validForMs = 14 * 86_400_000

type Shown = { language: Language; state: 'open' | 'confirmed' | 'expired'; customerId: string; customer: string; address: string }

/** What a link says now; undefined where there is no address behind it. Changes nothing. */
async function readLink(pool: Pool, token: string, now: Date): Promise<Shown | undefined> {
  if (!form.test(token)) return undefined
  const hash = hashOfConfirmation(token)
  const found = await presenting(pool, { confirmation_hash: hash.toString('hex') }, (transaction) =>
    readPresentedAddress(transaction, hash),
  )
  if (!found) return undefined
  const { customerId, address, askedAt, confirmedAt } = found
  const customer = await inTransaction({ pool }, customerId, (transaction) => readCustomerOfAddress(transaction, customerId))
  const isOver = now.getTime() - askedAt.getTime() > validForMs
  const state = confirmedAt ? 'confirmed' : isOver ? 'expired' : 'open'
  return { language: customer?.language ?? 'en', state, customerId, customer: customer?.name ?? '', address }
}

async function confirm(pool: Pool, shown: Shown, { now, requestId }: { now: Date; requestId: string }): Promise<void> {
  const { customerId, address } = shown
  await inTransaction({ pool }, customerId, async (transaction) => {
    await writeConfirmed(transaction, customerId, address, now)
    const actor = { type: 'system', job: 'address-confirmation' } as const
    await recordAction(transaction, { actor, now, requestId }, customerId, { action: 'address.confirm', target: address })
  })
}

const policy = "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
const style = `:root{color-scheme:light dark}body{font:16px/1.5 Inter,system-ui,sans-serif;margin:0;padding:24px}main{max-width:480px;margin:0 auto}
h1{font-size:20px;overflow-wrap:anywhere}p{overflow-wrap:anywhere}button{font:inherit;font-weight:600;min-height:48px;width:100%;border-radius:6px;cursor:pointer}`

function bodyOf(shown: Shown | undefined): string {
  const words = confirmationTexts[shown?.language ?? 'en']
  if (!shown) return `<h1>${confirmationTexts.sv.unknown}</h1><p lang="en">${words.unknown}</p>`
  const { state, customer, address } = shown
  const says =
    state === 'open' ? words.question(customer, address) : state === 'confirmed' ? words.confirmed(customer, address) : words.expired
  const button = state === 'open' ? `<form method="post"><button type="submit">${words.confirm}</button></form>` : ''
  return `<h1>${words.title}</h1><p role="status">${escapeHtml(says)}</p>${button}`
}

const send = (reply: FastifyReply, shown: Shown | undefined) =>
  reply
    .code(shown ? 200 : 404)
    .header('content-security-policy', policy)
    .header('cache-control', 'no-store')
    .header('x-robots-tag', 'noindex')
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html><html lang="${shown?.language ?? 'sv'}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${confirmationTexts[shown?.language ?? 'sv'].title}</title><style>${style}</style></head><body><main>${bodyOf(shown)}</main></body></html>`,
    )

/** Where the links in mails that ask for confirmation lead: only the form confirms, since programs that scan mails follow links. */
export async function openConfirmationLinks(app: FastifyInstance, pool: Pool, perMinute: number): Promise<void> {
  const limit = createLimit(perMinute)
  const routes: FastifyPluginAsync = async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 1024 }, (_request, _body, done) => done(null))
    scope.addHook('onRequest', async (request) => {
      const seconds = await limit.count(networkOf(request.ip))
      if (seconds !== null) throw new TooMany(seconds)
    })
    scope.get<{ Params: { token: string } }>('/confirm-address/:token', async (request, reply) =>
      send(reply, await readLink(pool, request.params.token, new Date())),
    )
    scope.post<{ Params: { token: string } }>('/confirm-address/:token', async (request, reply) => {
      const now = new Date()
      const shown = await readLink(pool, request.params.token, now)
      if (shown?.state === 'open') await confirm(pool, shown, { now, requestId: request.id })
      return send(reply, await readLink(pool, request.params.token, now))
    })
  }
  await app.register(routes)
}
