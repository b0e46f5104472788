import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { PowerBiSettings } from '#server/features/embedded-reports/power-bi.ts'

type Asked = { path: string; profileId: string | undefined; body: Record<string, unknown> }

export type PowerBiServer = {
  settings: PowerBiSettings
  /** What was asked of the API, the oldest first. */
  asked: Asked[]
  signIns: number
  /** For how long tokens are given out. */
  tokenMs: number
  /** What stands in for every answer of the API; null: it answers as it should. `slow`: never. */
  answer: { status: number; body: unknown } | 'slow' | null
  /** How many seconds to wait, beside such an answer; null: it does not say. */
  retryAfter: string | null
  /** Where the frames of reports come from; null: from here. */
  embedUrl: string | null
  close(): Promise<unknown>
}

/**
 * The frame of a report, as `powerbi-client` speaks with it: it answers each message with its id, says that it has loaded, and shows which token it
 * was given last.
 */
export const powerBiFrame = `<!doctype html><title>Power BI</title><p id="token"></p><p id="settings"></p><script>
addEventListener('message', ({ data, source }) => {
  if (!data || !data.method) return
  const { method, url, headers = {}, body } = data
  source.postMessage({ headers: { id: headers.id }, statusCode: 202, body: {} }, '*')
  if (url === '/report/token') document.getElementById('token').textContent = body
  if (url !== '/report/load') return
  document.getElementById('token').textContent = body.accessToken
  const { localeSettings, background } = body.settings || {}
  document.getElementById('settings').textContent = JSON.stringify({ language: localeSettings && localeSettings.language, background, theme: body.theme && body.theme.themeJson.name })
  const say = (event) => parent.postMessage({ method: 'POST', url: '/reports/' + headers.uid + '/events/' + event, headers: { id: event }, body: {} }, '*')
  say('loaded')
  say('rendered')
})
</script>`

/** Speaks the sign-in of Microsoft Entra and the part of the REST API of Power BI that opens reports, on the loopback. */
export async function startPowerBiServer(): Promise<PowerBiServer> {
  const server = createServer(async (request, response) => {
    const send = (status: number, body: unknown) =>
      response
        .writeHead(status, { 'content-type': 'application/json', ...(powerBi.retryAfter && { 'retry-after': powerBi.retryAfter }) })
        .end(JSON.stringify(body))
    const path = request.url ?? ''
    const { tenantId, clientId, secret, scope } = powerBi.settings
    if (path === `/${tenantId}/oauth2/v2.0/token`) {
      const form = new URLSearchParams(await text(request))
      const isKnown = form.get('client_id') === clientId && form.get('client_secret') === 'right' && form.get('scope') === scope
      if (!isKnown)
        return send(401, { error: 'invalid_client', error_description: `AADSTS7000215: Invalid client secret ${secret.length}.` })
      powerBi.signIns += 1
      return send(200, { token_type: 'Bearer', expires_in: 3599, access_token: `access-${powerBi.signIns}` })
    }
    const body = await readBody(request)
    powerBi.asked.push({ path, profileId: request.headers['x-powerbi-profile-id'] as string | undefined, body })
    if (powerBi.answer === 'slow') return
    if (powerBi.answer) return send(powerBi.answer.status, powerBi.answer.body)
    if (request.headers.authorization !== `Bearer access-${powerBi.signIns}`) return send(403, { error: { code: 'TokenExpired' } })
    const [, workspace, report] = /^\/v1\.0\/myorg\/groups\/([0-9a-f-]+)\/reports\/([0-9a-f-]+)$/.exec(path) ?? []
    if (workspace && report)
      return send(200, {
        id: report,
        datasetId: `dataset-${report}`,
        embedUrl: powerBi.embedUrl ?? `${origin}/reportEmbed?reportId=${report}`,
      })
    if (path !== '/v1.0/myorg/GenerateToken') return send(404, { error: { code: 'PowerBIEntityNotFound' } })
    const tokens = powerBi.asked.filter((one) => one.path === path).length
    return send(200, {
      token: `embed-${tokens}`,
      tokenId: String(tokens),
      expiration: new Date(Date.now() + powerBi.tokenMs).toISOString(),
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const powerBi: PowerBiServer = {
    settings: {
      ...{ login: origin, api: origin, tenantId: 'tenant-1', clientId: 'client-1', secret: 'right' },
      ...{ scope: 'https://analysis.windows.net/powerbi/api/.default', embedOrigin: origin },
    },
    asked: [],
    signIns: 0,
    tokenMs: 20 * 60_000,
    answer: null,
    retryAfter: null,
    embedUrl: null,
    close: () => {
      server.close()
      server.closeAllConnections()
      return once(server, 'close')
    },
  }
  return powerBi
}

async function readBody(request: IncomingMessage): Promise<Record<string, unknown>> {
  const content = await text(request)
  return content ? JSON.parse(content) : {}
}
