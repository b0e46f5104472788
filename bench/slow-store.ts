import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { slotOf } from '@vakt/domain/metrics/bucket.ts'
import { type Figure, readQuantile } from './figures.ts'
import { type Crowd, openCrowd } from './open-crowd.ts'
import { insertRules } from './rules.ts'
import { alertScreen, dashboardScreen, incidentScreen, ticketScreen } from './simulated-browser.ts'
import { sized } from './sizes.ts'

const rules = sized(1000, 20)
const openCharts = 12
/** A round with a store that answers, and one with a store that does not. */
const pairs = sized(5, 1)
const secondsEach = sized(15, 1)
const lanes = 4
const pauseMs = 50
const warmUpMs = sized(5000, 0)
const maxTransactionSeconds = 5

/** As a Prometheus without points; while it hangs it takes every question and answers none. */
async function startStore() {
  const pending = new Set<ServerResponse>()
  let isHanging = false
  let askedWhileHanging = 0
  const answer = (response: ServerResponse) =>
    response.setHeader('content-type', 'application/json').end('{"status":"success","data":{"resultType":"matrix","result":[]}}')
  const server = createServer((request, response) => {
    request.resume()
    if (!isHanging) return void answer(response)
    askedWhileHanging++
    pending.add(response)
    response.on('close', () => pending.delete(response))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    askedWhileHanging: () => askedWhileHanging,
    hang() {
      isHanging = true
    },
    recover() {
      isHanging = false
      for (const response of pending) answer(response)
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

const headersOf = (token: string) => ({ authorization: `Bearer ${token}`, 'x-vakt-session': 'simulated-browser-session' })

/** Charts that are drawn again a second after each answer, until the signal. */
async function keepChartsOpen(origin: string, paths: readonly string[], token: string, signal: AbortSignal): Promise<void> {
  const keepOpen = async (path: string) => {
    while (!signal.aborted) {
      const asked = fetch(`${origin}/api/v1${path}`, { headers: headersOf(token), signal })
      await asked.then((answer) => answer.arrayBuffer()).catch(() => {})
      await wait(1000, undefined, { signal }).catch(() => {})
    }
  }
  await Promise.all(paths.map(keepOpen))
}

type Page = { path: string; token: string }

/** How long each answer took, in milliseconds. */
async function askPages(origin: string, pages: readonly Page[]): Promise<number[]> {
  const times: number[] = []
  let next = 0
  const end = performance.now() + secondsEach * 1000
  const ask = async () => {
    while (performance.now() < end) {
      const { path, token } = pages[next++ % pages.length] as Page
      const began = performance.now()
      const answer = await fetch(`${origin}/api/v1${path}`, { headers: headersOf(token) })
      await answer.arrayBuffer()
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}.`)
      times.push(performance.now() - began)
      await wait(pauseMs)
    }
  }
  await Promise.all(Array.from({ length: lanes }, ask))
  return times
}

/** For how many seconds the longest transaction has waited for its process. */
async function readIdleTransaction({ vakt }: Crowd): Promise<number> {
  const { rows } = await vakt.owner.query<{ seconds: number }>(
    `select coalesce(max(extract(epoch from clock_timestamp() - state_change)), 0)::float8 as seconds from pg_stat_activity
     where state like 'idle in transaction%'`,
  )
  return rows[0]?.seconds ?? 0
}

async function compareRounds(crowd: Crowd, store: Awaited<ReturnType<typeof startStore>>): Promise<Figure[]> {
  const { vakt, customers, signInUser } = crowd
  const [watched, other] = customers
  if (!watched || !other) throw new Error('Two customers are needed.')
  const before = await insertRules(vakt, slotOf(Date.now()) - 20, { customerId: watched.customerId, count: rules })
  const tokens = { watched: await signInUser(watched, 'eva'), other: await signInUser(other, 'ove') }
  const pages = [dashboardScreen, alertScreen, incidentScreen, ticketScreen].flatMap((screen) => [
    ...screen(watched.customerId).map(({ path }) => ({ path, token: tokens.watched })),
    ...screen(other.customerId).map(({ path }) => ({ path, token: tokens.other })),
  ])
  const charts = Array.from(
    { length: openCharts },
    (_, index) => `/customer/${watched.customerId}/metric-series/${before + 1 + index}/bucket`,
  )
  const [quiet, hanging, idle]: [number[], number[], number[]] = [[], [], []]
  await askPages(vakt.origin, pages)
  for (let pair = 0; pair < pairs; pair++) {
    quiet.push(readQuantile(await askPages(vakt.origin, pages), 0.95))
    store.hang()
    const closing = new AbortController()
    const open = keepChartsOpen(vakt.origin, charts, tokens.watched, closing.signal)
    await wait(warmUpMs)
    hanging.push(readQuantile(await askPages(vakt.origin, pages), 0.95))
    idle.push(await readIdleTransaction(crowd))
    closing.abort()
    store.recover()
    await open
    await wait(warmUpMs)
  }
  quiet.push(readQuantile(await askPages(vakt.origin, pages), 0.95))
  if (store.askedWhileHanging() === 0) throw new Error('The store was not asked while it hung.')
  return [
    { name: 'other calls, p95, with a metric store that answers', unit: 'ms', values: quiet },
    { name: `… with one that does not, ${openCharts} charts and 1,000 rules`, unit: 'ms', values: hanging },
    {
      name: '… ÷ the rounds before and after it',
      unit: '',
      values: hanging.map((ms, index) => ms / (((quiet[index] ?? ms) + (quiet[index + 1] ?? ms)) / 2)),
      goal: { atMost: 1.5 },
    },
    { name: '… the longest that a transaction waited for its process', unit: 's', values: idle, goal: { atMost: maxTransactionSeconds } },
    { name: '… questions that the store left open', unit: '', values: [store.askedWhileHanging()] },
  ]
}

/** Whether a metric store that does not answer slows down calls that do not need it. */
export async function measureSlowStore(): Promise<Figure[]> {
  const store = await startStore()
  try {
    const crowd = await openCrowd(2, { METRIC_STORE_URL: store.url, METRIC_STORE_DELAY_SECONDS: '0' })
    try {
      return await compareRounds(crowd, store)
    } finally {
      await crowd.stop()
    }
  } finally {
    store.close()
  }
}
