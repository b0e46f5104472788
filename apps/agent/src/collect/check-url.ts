import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { MonitoredUrl } from '@vakt/contract/agents/agent-configurations.ts'
import type { AgentPoint } from '@vakt/contract/agents/agent-protocol.ts'
import { matcherOf } from '@vakt/domain/agent-configurations/patterns.ts'

const longestBody = 1_000_000
const longestText = 65_536

/** Whether an address answers as it should, and how fast. Redirects are not followed, so that no answer leads elsewhere in the network. */
export function checkUrl({ name, url, httpMethod, responseBodyShouldContainRegex: pattern }: MonitoredUrl, timeoutMs = 10_000) {
  const { promise, resolve } = Promise.withResolvers<AgentPoint[]>()
  const started = performance.now()
  const settle = (isUp: boolean) =>
    resolve([
      { metric: 'vakt.url.up', unit: null, dimensions: { url: name }, value: isUp ? 1 : 0 },
      { metric: 'vakt.url.duration', unit: 'ms', dimensions: { url: name }, value: performance.now() - started },
    ])
  const isRight = pattern === '' ? () => true : matcherOf([pattern])
  const ask = url.toLowerCase().startsWith('https:') ? requestHttps : requestHttp
  const outgoing = ask(url, { method: httpMethod, agent: false, signal: AbortSignal.timeout(timeoutMs) }, (response) => {
    const parts: Buffer[] = []
    let size = 0
    const { statusCode = 0 } = response
    const judge = () => settle(statusCode >= 200 && statusCode < 400 && isRight(Buffer.concat(parts).toString().slice(0, longestText)))
    response.on('data', (part: Buffer) => {
      size += part.length
      parts.push(part)
      // An answer without end is judged by its beginning.
      if (size > longestBody) {
        judge()
        response.destroy()
      }
    })
    response.on('end', judge)
    response.on('error', () => settle(false))
  })
  outgoing.on('error', () => settle(false))
  outgoing.end()
  return promise
}
