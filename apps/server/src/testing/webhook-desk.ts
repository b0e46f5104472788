import assert from 'node:assert/strict'
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { after } from 'node:test'
import { dispatchEvents } from '#server/features/events/dispatch-events.ts'
import type { WebhookSettings } from '#server/features/webhooks/manage-webhooks.ts'
import { webhookQueues } from '#server/features/webhooks/send-webhooks.ts'
import type { Context } from '#server/platform/context.ts'
import { workThrough } from '#server/platform/jobs/work-queue.ts'
import { createDispatch } from '#server/roles/event-catalogue.ts'
import { createCustomer } from '#server/testing/factories.ts'
import { createTestApp, type TestUser, testOutgoing, testSecrets } from '#server/testing/test-app.ts'
import { silentLog } from '#server/testing/test-database.ts'

export type Received = { headers: http.IncomingHttpHeaders; body: string; path: string }

/** A real receiver that answers as told and keeps what it got. */
export async function startReceiver() {
  const received: Received[] = []
  const answers: { status: number; headers?: Record<string, string> }[] = []
  let held = Promise.resolve()
  /** Nothing is answered until what it returns is called. */
  const hold = () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    held = promise
    return resolve
  }
  const server = http.createServer(async (request, response) => {
    received.push({ headers: request.headers, body: await text(request), path: request.url ?? '' })
    await held
    const { status, headers } = answers.shift() ?? { status: 200 }
    response.writeHead(status, headers).end('thank you')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  return { received, answers, hold, url: `http://127.0.0.1:${port}/tickets` }
}

export const vakt = await createTestApp()
after(() => vakt.close())
const provider = await createCustomer(vakt.database, { isProvider: true })
export const staff: TestUser = { email: `anna@${provider.emailDomain}`, roles: ['api-permission-global-admin'] }
export const contextAt =
  (now = new Date()) =>
  (): Context => ({
    actor: { type: 'system', job: 'test' },
    now,
    pool: vakt.database.worker,
    log: silentLog,
    requestId: null,
    isStaff: false,
  })
export const later = (hours: number) => new Date(Date.now() + hours * 3_600_000)
export const settings = { secrets: testSecrets, allowPrivate: true }
export const send = (now?: Date, used: WebhookSettings = settings) => workThrough(webhookQueues(used), contextAt(now), now)
export const dispatch = createDispatch({ origin: testOutgoing.origin, from: testOutgoing.from, isSending: false })
export const dispatchAll = () => dispatchEvents(contextAt(), dispatch)

export async function createHook(change: object = {}) {
  const receiver = await startReceiver()
  const { customerId } = await createCustomer(vakt.database)
  const path = `/admin/customer/${customerId}/webhook`
  const wanted = { name: 'Till', url: receiver.url, kinds: ['created', 'commented'], withPrivate: false, ...change }
  const created = await vakt.call(staff, 'POST', path, wanted)
  assert.equal(created.statusCode, 200, created.body)
  const { webhookId, secret } = created.json().result
  const ticket = await vakt.call(staff, 'POST', `/customer/${customerId}/ticket`, {
    subject: 'Kassan',
    description: 'x',
    email: 'a@b.example',
  })
  const { ticketId } = ticket.json().result
  const comment = (body: string, isPrivate = false) =>
    vakt.call(staff, 'POST', `/customer/${customerId}/ticket/${ticketId}/comment`, { body, private: isPrivate })
  const deliveries = async () => (await vakt.call(staff, 'GET', `${path}/${webhookId}/delivery`)).json().result
  const hook = async () => (await vakt.call(staff, 'GET', path)).json().result[0]
  return { ...receiver, customerId, path, webhookId, secret, ticketId, comment, deliveries, hook, wanted }
}
