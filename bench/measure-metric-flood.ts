import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { encodeRemoteWrite1, remoteWriteHeaders, toSnappy } from '#server/testing/remote-write.ts'
import { type Figure, readQuantile } from './figures.ts'
import { bodyOf } from './remote-writes.ts'
import { sized } from './sizes.ts'
import type { Vakt } from './start-vakt.ts'

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
