import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

type Answer = { status: number; retryAfter?: string } | 'break'

export type ChatServer = {
  /** The address of a workflow of Teams, and of an incoming webhook of Slack. */
  teams: string
  slack: string
  /** What was posted and taken, as it came. */
  posted: { service: 'teams' | 'slack'; body: Record<string, unknown> }[]
  /** What stands in for taking the next messages; null: they are taken. */
  answer: Answer | null
  close(): Promise<unknown>
}

/** Whether it is what the template "Post to a channel when a webhook request is received" makes a card of. */
function isCard(body: Record<string, unknown>): boolean {
  const [attachment] = Array.isArray(body.attachments) ? body.attachments : []
  const { type, version, body: blocks } = attachment?.content ?? {}
  const isAdaptive = attachment?.contentType === 'application/vnd.microsoft.card.adaptive' && type === 'AdaptiveCard'
  return body.type === 'message' && isAdaptive && /^1\.[0-5]$/.test(version) && Array.isArray(blocks) && blocks.length > 0
}

/** Speaks as workflows of Teams and incoming webhooks of Slack do, on the loopback. */
export async function startChatServer(): Promise<ChatServer> {
  const server = createServer(async (request, response) => {
    const raw = await text(request)
    const end = (status: number, words = '', headers = {}) => response.writeHead(status, headers).end(words)
    if (chat.answer === 'break') return request.socket.destroy()
    if (chat.answer) {
      const { status, retryAfter } = chat.answer
      return end(status, '', retryAfter === undefined ? {} : { 'retry-after': retryAfter })
    }
    const url = new URL(request.url ?? '', chat.teams)
    const isTeams = url.pathname.startsWith('/powerautomate/')
    if (request.method !== 'POST' || !request.headers['content-type']?.startsWith('application/json')) return end(400, 'invalid_payload')
    const body = JSON.parse(raw) as Record<string, unknown>
    if (isTeams) {
      if (!url.searchParams.has('api-version')) return end(400, 'MissingApiVersionParameter')
      if (url.searchParams.get('sig') !== 'secret') return end(401)
      if (!isCard(body)) return end(400)
      chat.posted.push({ service: 'teams', body })
      return end(202)
    }
    if (url.pathname !== '/services/T1/B1/secret') return end(404, 'no_service')
    if (typeof body.text !== 'string' || !Array.isArray(body.blocks) || body.blocks.length > 50) return end(400, 'invalid_blocks')
    chat.posted.push({ service: 'slack', body })
    return end(200, 'ok')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const chat: ChatServer = {
    teams: `${origin}/powerautomate/automations/direct/workflows/1/triggers/manual/paths/invoke?api-version=1&sp=x&sv=1.0&sig=secret`,
    slack: `${origin}/services/T1/B1/secret`,
    posted: [],
    answer: null,
    close: () => {
      server.close()
      server.closeAllConnections()
      return once(server, 'close')
    },
  }
  return chat
}
