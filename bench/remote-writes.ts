import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { encodeRemoteWrite1, remoteWriteHeaders, toSnappy } from '#server/testing/remote-write.ts'
import { type Figure, readQuantile } from './figures.ts'
import { readMegabytes } from './process-figures.ts'
import { sized } from './sizes.ts'
import type { Vakt } from './start-vakt.ts'

export const connections = 8
const samplesPerRequest = 500
const seriesPerConnection = 1250
/** How many requests of a connection come before the first series is first again. */
const requestsPerCycle = 5
const timeBytes = 6

export type Outcome = { perSecond: number; p99: number }

/** Runs `send` over all connections for some seconds; each sends one request after the other. */
export async function loadWrites(seconds: number, send: (connection: number, request: number) => Promise<unknown>): Promise<Outcome> {
  const times: number[] = []
  const end = performance.now() + seconds * 1000
  const lane = async (connection: number) => {
    for (let request = 0; performance.now() < end; request++) {
      const began = performance.now()
      await send(connection, request)
      times.push(performance.now() - began)
    }
  }
  await Promise.all(Array.from({ length: connections }, (_, connection) => lane(connection)))
  return { perSecond: (times.length * samplesPerRequest) / seconds, p99: readQuantile(times, 0.99) }
}

/** Points of one request: 500 of the 1,250 series of a connection, in turn, each time a millisecond later. */
export function pointsOf(connection: number, request: number, from: number) {
  return Array.from({ length: samplesPerRequest }, (_, index) => {
    const point = request * samplesPerRequest + index
    return {
      series: connection * seriesPerConnection + (point % seriesPerConnection),
      at: from + Math.floor(point / seriesPerConnection),
      value: Math.sin(point),
    }
  })
}

type Template = { body: Uint8Array<ArrayBuffer>; timesAt: number[] }

/** A request whose times are still to be written: encoding it while it is measured would measure the encoder. */
function makeTemplate(connection: number, request: number): Template {
  const blocks = pointsOf(connection, request, 1_700_000_000_000).map(({ series, at, value }) =>
    encodeRemoteWrite1([{ labels: { __name__: 'bench', host: `host-${series % 100}`, series: String(series) }, samples: [[value, at]] }]),
  )
  const raw = Buffer.concat(blocks)
  const body = new Uint8Array(toSnappy(raw))
  let end = body.length - raw.length
  const timesAt = blocks.map(({ length }) => {
    end += length
    return end - timeBytes
  })
  return { body, timesAt }
}

function writeTimes({ body, timesAt }: Template, points: ReturnType<typeof pointsOf>): Uint8Array<ArrayBuffer> {
  for (const [index, start] of timesAt.entries()) {
    let rest = points[index]?.at ?? 0
    for (let byte = 0; byte < timeBytes; byte++) {
      body[start + byte] = (rest % 128) + (byte < timeBytes - 1 ? 128 : 0)
      rest = Math.floor(rest / 128)
    }
  }
  return body
}

const templates = Array.from({ length: connections }, (_, connection) =>
  Array.from({ length: requestsPerCycle }, (_, request) => makeTemplate(connection, request)),
)

/** The body of a request, valid until the next one of this connection. */
export const bodyOf = (connection: number, request: number, from: number) =>
  writeTimes(templates[connection]?.[request % requestsPerCycle] as Template, pointsOf(connection, request, from))

/** Fewer leave the limit of a customer where it is: the flood then ends before it. */
const labelSets = Number(process.env.LABEL_SETS ?? sized(1_000_000, 2000))
const setsPerRequest = 500
const floodLanes = 4
const quietLanes = 4
const quietEveryMs = 100
const quietSeconds = Number(process.env.SECONDS ?? sized(20, 0.3))
const digits = 7
const customerId = 'bench-flood'
const floodToken = `vakt_ing_${'f'.repeat(43)}`

/** A request of label sets that no one has sent; their numbers are written into it, since encoding would be measured otherwise. */
function makeFloodBody() {
  const at = Date.now()
  const series = Array.from({ length: setsPerRequest }, () => ({
    labels: { __name__: 'flood', host: 'flood-1', id: `set-${'0'.repeat(digits)}` },
    samples: [[1, at] as [number, number]],
  }))
  const body = new Uint8Array(toSnappy(encodeRemoteWrite1(series)))
  const bytes = Buffer.from(body.buffer)
  const places: number[] = []
  for (let found = bytes.indexOf('set-'); found >= 0; found = bytes.indexOf('set-', found + 1)) places.push(found + 4)
  return (first: number) => {
    for (const [index, place] of places.entries()) bytes.write(String(first + index).padStart(digits, '0'), place, 'latin1')
    return body
  }
}

const send = (origin: string, token: string, body: Uint8Array<ArrayBuffer>) =>
  fetch(`${origin}/ingest/v1/prometheus`, {
    method: 'POST',
    headers: { ...remoteWriteHeaders[1], authorization: `Bearer ${token}` },
    body,
  })

/** Sends all label sets as a Prometheus does: what is answered 503 again after as long as the answer says. */
async function flood({ origin }: Vakt): Promise<Map<number, number>> {
  const answers = new Map<number, number>()
  let next = 0
  const lane = async () => {
    const bodyFrom = makeFloodBody()
    while (next < labelSets) {
      const first = next
      next += setsPerRequest
      for (;;) {
        const answer = await send(origin, floodToken, bodyFrom(first))
        await answer.arrayBuffer()
        answers.set(answer.status, (answers.get(answer.status) ?? 0) + 1)
        if (answer.status !== 503) break
        await wait(1000 * Number(answer.headers.get('retry-after') ?? 1))
      }
    }
  }
  await Promise.all(Array.from({ length: floodLanes }, lane))
  return answers
}

/** Another customer, which sends at an even pace until `isOver`; returns how long its requests took. */
async function sendEvenly({ origin, ingestToken }: Vakt, isOver: () => boolean): Promise<number[]> {
  const times: number[] = []
  const from = Date.now() - 60_000
  const lane = async (connection: number) => {
    await wait((connection * quietEveryMs) / quietLanes)
    for (let request = 0, due = performance.now(); !isOver(); request++, due += quietEveryMs) {
      await wait(Math.max(0, due - performance.now()))
      const answer = await send(origin, ingestToken, bodyOf(connection, request, from))
      await answer.arrayBuffer()
      if (!answer.ok) throw new Error(`The other customer was answered ${answer.status}.`)
      // From when it should have been sent: one slow answer delays those behind it.
      times.push(performance.now() - due)
    }
  }
  await Promise.all(Array.from({ length: quietLanes }, (_, connection) => lane(connection)))
  return times
}

async function sendEvenlyFor(vakt: Vakt, seconds: number): Promise<number[]> {
  const end = performance.now() + seconds * 1000
  return sendEvenly(vakt, () => performance.now() > end)
}

/** A million label sets of one customer against its limit, and what that costs another one. */
export async function measureMetricFlood(vakt: Vakt): Promise<Figure[]> {
  await vakt.owner.query("insert into customer (customer_id, name) values ($1, 'Flood')", [customerId])
  await vakt.owner.query("insert into ingest_token (customer_id, name, token_hash) values ($1, 'flood', $2)", [
    customerId,
    createHash('sha256').update(floodToken).digest(),
  ])
  await sendEvenlyFor(vakt, sized(5, 0))
  const alone = await sendEvenlyFor(vakt, quietSeconds)
  let isOver = false
  const began = performance.now()
  const flooding = flood(vakt).finally(() => {
    isOver = true
  })
  const beside = await sendEvenly(vakt, () => isOver)
  const answers = await flooding
  const seconds = (performance.now() - began) / 1000
  const { rows } = await vakt.owner.query('select count(*)::int as count from metric_series where customer_id = $1', [customerId])
  const [before, during] = [readQuantile(alone, 0.99), readQuantile(beside, 0.99)]
  return [
    { name: 'another customer sends 20,000 samples/s: p99 alone', unit: 'ms', values: [before] },
    { name: `… while one sends ${labelSets.toLocaleString('en')} label sets`, unit: 'ms', values: [during] },
    { name: '… the one ÷ the other', unit: '', values: [during / before], goal: { atMost: 2 } },
    { name: 'label sets taken', unit: '', values: [rows[0]?.count ?? 0], goal: { atMost: 100_000 } },
    { name: 'the flood: until all were answered', unit: 's', values: [seconds] },
    { name: '… answered 503 and sent again', unit: 'requests', values: [answers.get(503) ?? 0] },
  ]
}

const minutes = Number(process.env.MINUTES ?? sized(10, 1))
const secondsPerPart = sized(60, 0.3)

/** Remote write over 8 connections for ten minutes (`MINUTES`), while the worker of the same process closes the buckets. */
export async function measureMetricsSustained(vakt: Vakt): Promise<Figure[]> {
  const parts: Outcome[] = []
  let busy = 0
  for (let part = 0; part < minutes; part++) {
    const from = Date.now() - 60_000
    parts.push(
      await loadWrites(secondsPerPart, async (connection, request) => {
        const headers = { ...remoteWriteHeaders[1], authorization: `Bearer ${vakt.ingestToken}` }
        const answer = await fetch(`${vakt.origin}/ingest/v1/prometheus`, {
          method: 'POST',
          headers,
          body: bodyOf(connection, request, from),
        })
        await answer.arrayBuffer()
        if (answer.status === 503) busy++
        else if (!answer.ok) throw new Error(`Vakt answered ${answer.status}.`)
      }),
    )
  }
  const { rows } = await vakt.owner.query<{ seconds: number }>(
    'select coalesce(extract(epoch from now() - min(due_at) filter (where due_at < now())), 0)::float8 as seconds from metric_due',
  )
  const rates = parts.map(({ perSecond }) => perSecond)
  return [
    { name: `remote write for ${minutes} minutes`, unit: 'samples/s', values: rates },
    { name: '… the last minute ÷ the first', unit: '', values: [(rates.at(-1) ?? 0) / (rates[0] ?? 1)], goal: { atLeast: 0.9 } },
    { name: '… p99 of each minute', unit: 'ms', values: parts.map(({ p99 }) => p99), goal: { atMost: 250 } },
    { name: '… answered 503', unit: 'requests', values: [busy], goal: { atMost: 0 } },
    { name: '… the oldest bucket that waits to be closed', unit: 's', values: [rows[0]?.seconds ?? 0], goal: { atMost: 30 } },
    { name: '… memory of the server at most', unit: 'MB', values: [readMegabytes(vakt.pid, 'VmHWM')] },
  ]
}
