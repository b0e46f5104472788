import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** What was posted, by the names of the provider's own fields. */
export type Sent = Record<string, string> & { id: string }
type Answer = { status: number; body?: object; headers?: Record<string, string> } | 'break' | 'break-after'

export type PhoneServer = {
  url: string
  messages: Sent[]
  calls: Sent[]
  /** How the next requests to send are answered instead; `break-after` takes the message and then breaks off. */
  answer: Answer | null
  /** Posts a form to one of our addresses, as the provider does. */
  post(url: string, form: Record<string, string>, headers?: Record<string, string>): Promise<{ status: number; text: string }>
  close(): Promise<unknown>
}

type Handler = (request: IncomingMessage, path: string, form: URLSearchParams) => { status: number; body: object } | 'not-found'

/** The part that stand-ins of providers share: an HTTP server on the loopback that can fail on the way. */
export async function startPhoneServer(parts: {
  isSend: (path: string) => boolean
  handle: Handler
}): Promise<Pick<PhoneServer, 'url' | 'answer' | 'post' | 'close'>> {
  const state: { answer: Answer | null } = { answer: null }
  const server: Server = createServer(async (request, response) => {
    const body = await text(request)
    const { answer } = state
    const path = request.url ?? '/'
    const isSend = request.method === 'POST' && parts.isSend(path)
    if (isSend && answer === 'break') return request.socket.destroy()
    if (isSend && answer !== null && typeof answer !== 'string')
      return response
        .writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers })
        .end(JSON.stringify(answer.body ?? {}))
    const handled = parts.handle(request, path, new URLSearchParams(body))
    if (isSend && answer === 'break-after') return request.socket.destroy()
    if (handled === 'not-found') return response.writeHead(404).end('{}')
    return response.writeHead(handled.status, { 'content-type': 'application/json' }).end(JSON.stringify(handled.body))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return Object.assign(state, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async post(url: string, form: Record<string, string>, headers: Record<string, string> = {}) {
      const answered = await fetch(url, { method: 'POST', body: new URLSearchParams(form), headers })
      return { status: answered.status, text: await answered.text() }
    },
    close: () => {
      server.close()
      server.closeAllConnections()
      return once(server, 'close')
    },
  })
}

export const isSignedIn = (request: IncomingMessage, user: string, password: string): boolean =>
  request.headers.authorization === `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
