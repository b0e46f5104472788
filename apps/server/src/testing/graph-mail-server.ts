import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { GraphMailSettings } from '#server/platform/mail/mail-settings.ts'

type Answer = { status: number; code?: string } | 'break'

export type GraphMailServer = {
  settings: GraphMailSettings
  /** The mails that were taken, as MIME. */
  received: string[]
  signIns: number
  /** Ends every token that was given out. */
  expireTokens(): void
  /** What stands in for taking the next mails; null: they are taken. */
  answer: Answer | null
  close(): Promise<unknown>
}

/** Speaks the sign-in of Microsoft Entra (client credentials) and `sendMail` of Microsoft Graph on the loopback. */
export async function startGraphMailServer(): Promise<GraphMailServer> {
  let token = ''
  const server = createServer(async (request, response) => {
    const body = await text(request)
    const send = (status: number, content: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(content))
    const { tenantId, clientId, secret, graph: origin, from } = graph.settings
    if (request.url === `/${tenantId}/oauth2/v2.0/token`) {
      const form = new URLSearchParams(body)
      const isKnown =
        form.get('client_id') === clientId && form.get('client_secret') === 'right' && form.get('scope') === `${origin}/.default`
      if (!isKnown || form.get('grant_type') !== 'client_credentials')
        return send(401, { error: 'invalid_client', error_description: `AADSTS7000215: Invalid client secret provided for ${clientId}.` })
      graph.signIns += 1
      token = `token-${graph.signIns}-${secret.length}`
      return send(200, { token_type: 'Bearer', expires_in: 3599, access_token: token })
    }
    const refuse = (status: number, code: string) => send(status, { error: { code, message: `${code} of the test` } })
    if (request.url !== `/v1.0/users/${encodeURIComponent(from.address)}/sendMail`) return refuse(404, 'ErrorInvalidUser')
    if (request.headers.authorization !== `Bearer ${token}`) return refuse(401, 'InvalidAuthenticationToken')
    if (graph.answer === 'break') return request.socket.destroy()
    if (graph.answer) return refuse(graph.answer.status, graph.answer.code ?? 'Refused')
    if (request.headers['content-type'] !== 'text/plain') return refuse(400, 'ErrorMimeContentInvalidBase64String')
    graph.received.push(Buffer.from(body, 'base64').toString())
    return response.writeHead(202).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const graph: GraphMailServer = {
    settings: {
      login: origin,
      graph: origin,
      tenantId: 'tenant-1',
      clientId: 'client-1',
      secret: 'right',
      host: '127.0.0.1',
      from: { name: 'Vakt', address: 'vakt@vakt.test' },
    },
    received: [],
    signIns: 0,
    expireTokens: () => {
      token = ''
    },
    answer: null,
    close: () => {
      server.close()
      server.closeAllConnections()
      return once(server, 'close')
    },
  }
  return graph
}
