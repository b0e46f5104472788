import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { readQuantile } from './figures.ts'
import { alertScreen, dashboardScreen, incidentScreen, ticketScreen } from './simulated-browser.ts'
import type { StormCustomer } from './storm-customers.ts'
import type { Installation, Query } from './storm-installation.ts'
import type { StormAlert } from './storm-senders.ts'

const loopResolutionMs = 10
/** What a process does in its first seconds is its start: modules are loaded, and everything is asked for the first time. */
const startsForMs = 10_000

export type Phase = 'calm' | 'loaded' | 'storm'
type PageTimes = { answered: number[]; unanswered: number }

/** Runs until it is stopped; what a round fails on is tried again in the next one. */
function every(ms: number, work: () => Promise<unknown>) {
  let isOver = false
  const ended = (async () => {
    while (!isOver) {
      await work().catch(() => {})
      await wait(ms)
    }
  })()
  return async () => {
    isOver = true
    await ended
  }
}

/** Asks the pages of customers that do nothing wrong, at an even pace, whatever the answers take. */
export function watchPages(
  { origin, query }: Pick<Installation, 'origin' | 'query'>,
  customers: readonly StormCustomer[],
  { perSecond, tokenOf }: { perSecond: number; tokenOf: (customerId: string) => string },
) {
  const times: Record<Phase, PageTimes> = {
    calm: { answered: [], unanswered: 0 },
    loaded: { answered: [], unanswered: 0 },
    storm: { answered: [], unanswered: 0 },
  }
  const slowest = new Map<string, number[]>()
  let phase: Phase | null = null
  const charts = new Map<string, string[]>()

  /** The chart of a resource with rules, once its series is known. */
  async function chartsOf(customerId: string): Promise<string[]> {
    const known = charts.get(customerId)
    if (known) return known
    const [row] = await query<{ entity_id: string; series_no: number }>(
      `select e.entity_id, s.series_no from entity e left join metric_series s on s.customer_id = e.customer_id and s.entity_id = e.entity_id
       where e.customer_id = $1 and e.name = 'm-1' limit 1`,
      [customerId],
    )
    const found = row ? [`/customer/${customerId}/entity/${row.entity_id}/metric`] : []
    if (row?.series_no) charts.set(customerId, [...found, `/customer/${customerId}/metric-series/${row.series_no}/bucket`])
    return found
  }

  async function ask(customerId: string, path: string, of: Phase): Promise<void> {
    const began = performance.now()
    try {
      const headers = { authorization: `Bearer ${tokenOf(customerId)}`, 'x-vakt-session': `storm-session-${customerId}` }
      const answer = await fetch(`${origin}/api/v1${path}`, { headers, signal: AbortSignal.timeout(30_000) })
      await answer.arrayBuffer()
      if (!answer.ok) throw new Error(`${answer.status}`)
      const ms = performance.now() - began
      times[of].answered.push(ms)
      const kind = path.replace(/^\/customer\/[^/]+/, '').replace(/[0-9a-f-]{36}|\d+(?=\/)/, ':id')
      if (of === 'storm') slowest.set(kind, [...(slowest.get(kind) ?? []), ms])
    } catch {
      times[of].unanswered++
    }
  }

  let index = 0
  let due = performance.now()
  const stop = every(0, async () => {
    await wait(Math.max(0, due - performance.now()))
    due = Math.max(due + 1000 / perSecond, performance.now() - 1000)
    const of = phase
    if (!of) return
    const { customerId } = customers[index % customers.length] as StormCustomer
    const screens = [dashboardScreen, alertScreen, incidentScreen, ticketScreen]
      .flatMap((screen) => screen(customerId))
      .map(({ path }) => path)
    const paths = [...screens, `/customer/${customerId}/alert-rule?limit=100`, ...(await chartsOf(customerId))]
    void ask(customerId, paths[Math.floor(index / customers.length) % paths.length] as string, of)
    index++
  })
  return {
    times,
    begin: (next: Phase | null) => {
      phase = next
    },
    p95Of: (of: Phase) => readQuantile(times[of].answered, 0.95),
    /** The p95 of each call in the storm. */
    slowest: () => Object.fromEntries([...slowest].map(([kind, ms]) => [kind, Math.round(readQuantile(ms, 0.95))])),
    stop,
  }
}

export type MemberFigures = {
  /** Megabytes, one a minute. */
  memory: number[]
  mostMemory: number
  /** Milliseconds that its event loop was held at most, short of its start. */
  held: number
  heldAtStart: number
  slowestLive: number
}

const memoryOf = (pid: number) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

/** Health, memory and event loop of each process. A process that is killed while it is asked says nothing about itself. */
export function watchMembers({ members }: Installation) {
  const figures = new Map<string, MemberFigures>(
    members.map(({ name }) => [name, { memory: [], mostMemory: 0, held: 0, heldAtStart: 0, slowestLive: 0 }]),
  )
  const stops = members.flatMap((member) => {
    const mine = figures.get(member.name) as MemberFigures
    const isPast = (began: number) => (member.readySince() ?? Number.POSITIVE_INFINITY) < began
    let minute = 0
    return [
      every(200, async () => {
        const began = performance.now()
        if (!isPast(began)) return
        const answer = await fetch(`${member.metrics}/health/live`, { signal: AbortSignal.timeout(60_000) })
        await answer.arrayBuffer()
        mine.slowestLive = Math.max(mine.slowestLive, performance.now() - began)
      }),
      every(5000, async () => {
        const pid = member.pid()
        if (!pid || !isPast(performance.now())) return
        const memory = memoryOf(pid)
        // It has ended meanwhile.
        if (Number.isNaN(memory)) return
        mine.mostMemory = Math.max(mine.mostMemory, memory)
        if (minute !== Math.floor(performance.now() / 60_000)) mine.memory.push(Math.round(memory))
        minute = Math.floor(performance.now() / 60_000)
        const isStarting = performance.now() - (member.readySince() ?? 0) < startsForMs
        const text = await (await fetch(`${member.metrics}/metrics`, { signal: AbortSignal.timeout(30_000) })).text()
        const held = 1000 * Number(/^vakt_nodejs_eventloop_lag_max_seconds (\S+)/m.exec(text)?.[1] ?? 0) - loopResolutionMs
        if (isStarting) mine.heldAtStart = Math.max(mine.heldAtStart, held)
        else mine.held = Math.max(mine.held, held)
      }),
    ]
  })
  return { figures, stop: () => Promise.all(stops.map((stop) => stop())) }
}

/** For how long after a process was killed, or the database restarted, delays are counted apart. */
const shakenForMs = 10_000

/** Delays, those soon after a kill apart: what a customer does to another one is in the others. */
export function createDelays(lastShake: () => number) {
  const undisturbed: number[] = []
  const afterKills: number[] = []
  return {
    undisturbed,
    afterKills,
    note(from: number, to: number) {
      const isShaken = lastShake() > from - shakenForMs
      ;(isShaken ? afterKills : undisturbed).push(to - from)
    },
  }
}
export type Delays = ReturnType<typeof createDelays>

/** From the 202 of an alert to its row, of one in so many. */
export function watchAlertDelays(query: Query, delays: Delays, oneIn = 5) {
  const waiting = new Map<string, StormAlert>()
  let seen = 0
  const stop = every(200, async () => {
    if (waiting.size === 0) return
    const rows = await query<{ fingerprint: string }>(
      'select fingerprint from alert where fingerprint = any ($1) and customer_id = any ($2)',
      [[...waiting.keys()], [...new Set([...waiting.values()].map(({ customerId }) => customerId))]],
    )
    const now = performance.now()
    for (const { fingerprint } of rows) {
      const alert = waiting.get(fingerprint)
      if (alert) delays.note(alert.firedAt, now)
      waiting.delete(fingerprint)
    }
  })
  return {
    note(alert: StormAlert) {
      if (seen++ % oneIn === 0) waiting.set(alert.name, alert)
    },
    waiting: () => waiting.size,
    stop,
  }
}

/** From the end of a bucket's grace period to its evaluation, of each customer. */
export function watchRuleDelays(
  query: Query,
  customerIds: readonly string[],
  { delays, closesAt }: { delays: Delays; closesAt: (slot: number) => number },
) {
  const evaluated = new Map<string, number>()
  const stop = every(1000, async () => {
    const rows = await query<{ customer_id: string; evaluated_to: number }>(
      'select customer_id, evaluated_to from alert_rule_clock where customer_id = any ($1)',
      [customerIds],
    )
    const [now, wallClock] = [performance.now(), Date.now()]
    for (const { customer_id: customerId, evaluated_to: to } of rows) {
      const from = evaluated.get(customerId)
      for (let slot = (from ?? to) + 1; slot <= to; slot++) delays.note(now - Math.max(0, wallClock - closesAt(slot)), now)
      evaluated.set(customerId, to)
    }
  })
  return { evaluated, stop }
}
