import { setTimeout as wait } from 'node:timers/promises'
import { encodeRemoteWrite1, remoteWriteHeaders, toSnappy } from '#server/testing/remote-write.ts'
import { metric, type StormCustomer } from './storm-customers.ts'

const answerWithinMs = 30_000
const retryMs = 1000
/** For how long an alert of the storm fires. */
const firesForMs = Number(process.env.STORM_FIRES_SECONDS ?? 60) * 1000

type Post = { path: string; headers: Record<string, string>; body: string | Uint8Array<ArrayBuffer> }
export type SenderCounts = { acknowledged: number; repeated: number; refused: Map<number, number> }
export const createCounts = (): SenderCounts => ({ acknowledged: 0, repeated: 0, refused: new Map() })

/**
 * Sends until it is acknowledged, as real senders do; answers how often it was sent, null where it ended before. An answer that blames the sender is
 * counted, and tried again like the others: two hours are not lost by it.
 */
async function deliver(origin: string, { path, headers, body }: Post, counts: SenderCounts, isOver: () => boolean): Promise<number | null> {
  for (let attempt = 1; ; attempt++) {
    const answer = await fetch(`${origin}${path}`, { method: 'POST', headers, body, signal: AbortSignal.timeout(answerWithinMs) }).catch(
      () => null,
    )
    await answer?.arrayBuffer().catch(() => {})
    if (answer?.ok) {
      counts.acknowledged++
      return attempt
    }
    if (answer) counts.refused.set(answer.status, (counts.refused.get(answer.status) ?? 0) + 1)
    if (isOver()) return null
    counts.repeated++
    await wait(Math.max(retryMs, 1000 * Number(answer?.headers.get('retry-after') ?? 0)))
  }
}

/** One alert of the storm, as its sender knows it. */
export type StormAlert = {
  customerId: string
  name: string
  host: string
  /** When the sender was told that it was stored, by `performance.now()`. */
  firedAt: number
  resolvedAt: number | null
}

const alertBody = (name: string, host: string, startsAt: string, isOver: boolean) =>
  JSON.stringify({
    version: '4',
    status: isOver ? 'resolved' : 'firing',
    alerts: [
      {
        status: isOver ? 'resolved' : 'firing',
        fingerprint: name,
        labels: { alertname: name, severity: 'medium', instance: host },
        annotations: { summary: `${name} on ${host}` },
        startsAt,
        endsAt: isOver ? new Date().toISOString() : '0001-01-01T00:00:00Z',
      },
    ],
  })

/**
 * Alerts of a customer at an even pace: half of what is sent begins, half is over. Each is a condition of its own on a host on which nothing else
 * fires, so that it must become one alert, one incident and one ticket. What could not be sent in time is sent at once afterwards.
 */
export function sendAlerts(
  origin: string,
  customer: StormCustomer,
  { perSecond, counts, onFired }: { perSecond: number; counts: SenderCounts; onFired: (alert: StormAlert) => void },
) {
  const { customerId, ingestToken } = customer
  const headers = { authorization: `Bearer ${ingestToken}`, 'content-type': 'application/json' }
  const free = Array.from({ length: customer.hosts }, (_, index) => `a-${index + 1}`)
  const firing: (StormAlert & { startsAt: string })[] = []
  const all: StormAlert[] = []
  let isStopping = false
  let isAborted = false
  let number = 0
  const post = (body: string) => deliver(origin, { path: '/ingest/v1/alertmanager', headers, body }, counts, () => isAborted)

  async function resolveOldest(): Promise<void> {
    const alert = firing.shift()
    if (!alert || !(await post(alertBody(alert.name, alert.host, alert.startsAt, true)))) return
    alert.resolvedAt = performance.now()
    free.push(alert.host)
  }

  async function fireNext(): Promise<void> {
    const host = free.shift()
    if (!host) return
    const name = `Storm ${customerId} ${++number}`
    const startsAt = new Date().toISOString()
    if (!(await post(alertBody(name, host, startsAt, false)))) return
    const alert = { customerId, name, host, firedAt: performance.now(), resolvedAt: null, startsAt }
    firing.push(alert)
    all.push(alert)
    onFired(alert)
  }

  const ended = (async () => {
    for (let due = performance.now() + Math.random() * 1000; !isStopping; due += 1000 / perSecond) {
      await wait(Math.max(0, due - performance.now()))
      const [oldest] = firing
      await (oldest && oldest.firedAt < performance.now() - firesForMs ? resolveOldest() : fireNext())
    }
    while (firing.length > 0 && !isAborted) await resolveOldest()
  })()
  return {
    all,
    /** Resolves what fires, and ends. */
    async stop() {
      isStopping = true
      await ended
    },
    abort() {
      isStopping = true
      isAborted = true
    },
  }
}

const timeBytes = 6
const varintOf = (value: number) => {
  const bytes: number[] = []
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return Buffer.from([...bytes, rest])
    bytes.push((rest % 128) + 128)
  }
}

/** Requests with so many points of each series; only the times differ from one to the next, which is cheap to write. */
export function makePointBody(series: readonly { instance: string; value: number }[], times: number) {
  const marks = Array.from({ length: times }, (_, index) => 1_700_000_000_000 + index)
  const raw = encodeRemoteWrite1(
    series.map(({ instance, value }) => ({
      labels: { __name__: metric, instance },
      samples: marks.map((at): [number, number] => [value, at]),
    })),
  )
  const body = new Uint8Array(toSnappy(raw))
  const bytes = Buffer.from(body.buffer)
  const places = marks.map((mark) => {
    const found: number[] = []
    const wanted = varintOf(mark)
    for (let at = bytes.indexOf(wanted); at >= 0; at = bytes.indexOf(wanted, at + timeBytes)) found.push(at)
    // A time may lie across the end of a literal of 64 kB.
    if (found.length !== series.length) throw new Error('These are too many series for one request.')
    return found
  })
  return (at: readonly number[]): Uint8Array<ArrayBuffer> => {
    for (const [index, ofTime] of places.entries()) {
      const written = varintOf(at[index] ?? 0)
      for (const place of ofTime) written.copy(bytes, place)
    }
    return body
  }
}

/** The points of all series of a customer, each second before `toSecond`; like Prometheus it goes on from where it was when nothing was taken for a while. */
export function sendPoints(
  origin: string,
  { customerId, ingestToken, rules }: StormCustomer,
  { perSeries, counts, fromSecond, toSecond }: { perSeries: number; counts: SenderCounts; fromSecond: number; toSecond: number },
) {
  const headers = { ...remoteWriteHeaders[1], authorization: `Bearer ${ingestToken}` }
  const series = Array.from({ length: rules }, (_, index) => ({ instance: `m-${index + 1}`, value: 90 }))
  const bodyAt = makePointBody(series, perSeries)
  let isStopping = false
  let isAborted = false
  let second = fromSecond
  const timesOf = (of: number) => Array.from({ length: perSeries }, (_, index) => of * 1000 + Math.floor((index * 1000) / perSeries))
  const ended = (async () => {
    for (; !isStopping && second < toSecond; second++) {
      await wait(Math.max(0, second * 1000 - Date.now()))
      if (!(await deliver(origin, { path: '/ingest/v1/prometheus', headers, body: bodyAt(timesOf(second)) }, counts, () => isAborted)))
        return
    }
  })()
  return {
    customerId,
    rules,
    /** All times that were acknowledged, of each series. */
    sentTimes: () => Array.from({ length: second - fromSecond }, (_, index) => timesOf(fromSecond + index)).flat(),
    async stop() {
      isStopping = true
      await ended
    },
    abort() {
      isStopping = true
      isAborted = true
    },
  }
}
