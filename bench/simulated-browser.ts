import { Agent, get, type IncomingMessage } from 'node:http'
import type { LiveEvent, LiveSignal } from '@vakt/contract/live/live-events.ts'
import { liveKeys } from '#web/live-keys.ts'
import { allCustomers } from '#web/platform/all-customers.ts'
import { isAffected } from '#web/platform/live-keys.ts'
import { createRefreshQueue, type RefreshOutcome } from '#web/platform/refresh-queue.ts'

/** One query that a screen shows, named as in the portal. */
export type Shown = { queryKey: unknown[]; path: string; isList?: boolean; minIntervalMs?: number }

export type BrowserOptions = {
  origin: string
  token: string
  screen: Shown[]
  /** The text of each answer, when it was asked for, how long it took, and for how long the screen had lacked it. */
  onAnswer(shown: Shown, text: string, times: { askedAt: number; answerMs: number; ageMs: number }): void
  onEvent?(event: LiveEvent): void
}

async function readText(response: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of response) parts.push(part as Buffer)
  return Buffer.concat(parts).toString()
}

/** Hears live events and asks again as the portal does: by the same policy, on connections of its own. Without painting. */
export function openSimulatedBrowser({ origin, token, screen, onAnswer, onEvent }: BrowserOptions) {
  const agent = new Agent({ keepAlive: true, maxSockets: 6 })
  const queue = createRefreshQueue()
  const headers = { authorization: `Bearer ${token}`, 'x-vakt-session': 'simulated-browser-session' }
  const lackedSince = new Map<string, number>()
  let requests = 0
  let failures = 0

  const open = (path: string) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      get(`${origin}/api/v1${path}`, { agent, headers }, resolve).on('error', reject)
    })

  async function ask(shown: Shown): Promise<RefreshOutcome> {
    const key = JSON.stringify(shown.queryKey)
    const since = lackedSince.get(key) ?? performance.now()
    lackedSince.delete(key)
    const askedAt = performance.now()
    requests += 1
    try {
      const response = await open(shown.path)
      const text = await readText(response)
      if (response.statusCode !== 200) throw new Error(`${response.statusCode}`)
      const now = performance.now()
      onAnswer(shown, text, { askedAt, answerMs: now - askedAt, ageMs: now - since })
      return { kind: 'done' }
    } catch {
      failures += 1
      return { kind: 'failed' }
    }
  }

  function hear(event: LiveEvent) {
    onEvent?.(event)
    for (const shown of screen) {
      const { queryKey, isList = false, minIntervalMs } = shown
      if (!isAffected(liveKeys, event, { queryKey })) continue
      const key = JSON.stringify(queryKey)
      if (!lackedSince.has(key)) lackedSince.set(key, performance.now())
      queue.note({ key, isList, minIntervalMs, refresh: () => ask(shown) })
    }
  }

  let stream: IncomingMessage | undefined
  return {
    /** Opens the stream and loads the screen. */
    async start() {
      stream = await open('/live')
      if (stream.statusCode !== 200) throw new Error(`The live stream answered ${stream.statusCode}.`)
      let rest = ''
      stream.setEncoding('utf8')
      stream.on('error', () => {})
      stream.on('data', (chunk: string) => {
        const lines = (rest + chunk).split('\n\n')
        rest = lines.pop() ?? ''
        for (const line of lines) {
          if (!line.startsWith('data: ')) continue
          const event = JSON.parse(line.slice(6)) as LiveEvent | LiveSignal
          if (event.type !== 'hello' && event.type !== 'lost') hear(event)
        }
      })
      await Promise.all(screen.map(ask))
    },
    takeCounts() {
      const counts = { requests, failures }
      requests = 0
      failures = 0
      return counts
    },
    stop() {
      queue.clear()
      stream?.destroy()
      agent.destroy()
    },
  }
}

export type SimulatedBrowser = ReturnType<typeof openSimulatedBrowser>

export const alertScreen = (customerId: string): Shown[] => [
  { queryKey: ['alerts', customerId, 'list', {}], path: `/customer/${customerId}/alert?limit=100`, isList: true },
  { queryKey: ['alerts', customerId, 'count'], path: `/customer/${customerId}/alert/count`, minIntervalMs: 1400 },
]

export const incidentScreen = (customerId: string): Shown[] => [
  {
    queryKey: ['incidents', customerId, 'list', {}],
    path: `/customer/${customerId}/incident?limit=100&state=open&state=acknowledged`,
    isList: true,
  },
]

export const ticketScreen = (customerId: string): Shown[] => [
  { queryKey: ['tickets', customerId, 'list', {}], path: `/customer/${customerId}/ticket?limit=100&onlyOpen=true`, isList: true },
  { queryKey: ['tickets', customerId, 'count'], path: `/customer/${customerId}/ticket/count`, minIntervalMs: 1400 },
]

export const inboxScreen: Shown[] = [
  { queryKey: ['tickets', allCustomers, 'list', {}], path: '/ticket?limit=100&onlyOpen=true', isList: true },
  { queryKey: ['tickets', allCustomers, 'count'], path: '/ticket/count', minIntervalMs: 1400 },
]

const changesSinceVisit = (scope: string, path: string): Shown => ({
  queryKey: ['incidents', scope, 'changes-since-visit'],
  path: `${path}/incident/dashboard-changes`,
  minIntervalMs: 30_000,
})

export const dashboardScreen = (customerId: string): Shown[] => [
  { queryKey: ['incidents', customerId, 'open-now', {}], path: `/customer/${customerId}/incident/open-now` },
  { queryKey: ['incidents', customerId, 'overview', {}], path: `/customer/${customerId}/incident/overview` },
  {
    queryKey: ['incidents', customerId, 'trend', 'UTC'],
    path: `/customer/${customerId}/incident/trend?timeZone=UTC`,
    minIntervalMs: 10_000,
  },
  changesSinceVisit(customerId, `/customer/${customerId}`),
]

export const staffDashboardScreen: Shown[] = [
  { queryKey: ['incidents', allCustomers, 'open-now', {}], path: '/incident/open-now' },
  { queryKey: ['incidents', allCustomers, 'states'], path: '/incident/customer-state' },
  changesSinceVisit(allCustomers, ''),
]

export const unmatchedScreen: Shown[] = [
  { queryKey: ['unmatched-signals', 'list'], path: '/admin/unmatched-signal?limit=100', isList: true },
]
