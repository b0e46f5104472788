import { setTimeout as wait } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { attribute, bareSample, oneGauge, references, repeated } from '#server/testing/metric-bombs.ts'
import { bytesField, encodeRemoteWrite1, remoteWriteHeaders, toSnappy } from '#server/testing/remote-write.ts'

/** The hostile customers of `measure-storm.ts`, in a process of their own: making their bodies costs as much as taking them. */
export type HostileSettings = { origin: string; share: number; tokens: Record<string, string>; hasFastBuckets: boolean }

const { origin, share, tokens } = JSON.parse(process.env.STORM_HOSTILE_SETTINGS ?? '{}') as HostileSettings
const megabyte = 1024 * 1024
const answers: Record<string, Record<string, number>> = {}

async function post(way: string, path: string, headers: Record<string, string>, body: string | Uint8Array): Promise<number> {
  const answer = await fetch(`${origin}/ingest/v1/${path}`, {
    method: 'POST',
    headers: { ...headers, authorization: `Bearer ${tokens[way]}` },
    body: typeof body === 'string' ? body : Buffer.from(body),
    signal: AbortSignal.timeout(120_000),
  }).catch(() => null)
  await answer?.arrayBuffer().catch(() => {})
  const status = answer?.status ?? 0
  const ofWay = answers[way] ?? {}
  const key = status || 'no answer'
  answers[way] = { ...ofWay, [key]: (ofWay[key] ?? 0) + 1 }
  const seconds = Number(answer?.headers.get('retry-after') ?? 0)
  if (status === 0 || seconds > 0) await wait(1000 * Math.min(5, Math.max(1, seconds)))
  return status
}

const json = { 'content-type': 'application/json' }
const alert = (name: string, status: string, labels: Record<string, string> = {}, summary = 'Much happens here.') => ({
  status,
  fingerprint: name,
  labels: { alertname: name, severity: 'low', instance: `nowhere-${name}`, ...labels },
  annotations: { summary },
  startsAt: new Date().toISOString(),
})
const notification = (alerts: object[]) => JSON.stringify({ version: '4', status: 'firing', alerts })

/** 30,000 alerts in one body, which begin, are repeated and are over in turn. */
async function sendBigBodies(): Promise<void> {
  const count = Math.max(300, Math.round(30_000 * share))
  for (const status of ['firing', 'firing', 'resolved']) {
    const body = notification(Array.from({ length: count }, (_, index) => alert(`Big ${index}`, status)))
    while ((await post('big-body', 'alertmanager', json, body)) !== 202);
    await wait(20_000)
  }
}

const packed = (path: string, headers: Record<string, string>, body: Uint8Array) => ({
  path,
  headers: { ...headers, 'content-encoding': 'gzip' },
  body: gzipSync(body),
})
const write1 = (body: Uint8Array) => packed('prometheus', remoteWriteHeaders[1], body)
const write2 = (...parts: Uint8Array[]) => packed('prometheus', remoteWriteHeaders[2], Buffer.concat([bytesField(4, ''), ...parts]))
const otlp = (body: Uint8Array) => packed('otlp', { 'content-type': 'application/x-protobuf' }, body)
const alerts = (of: object[]) => packed('alertmanager', json, Buffer.from(notification(of)))

function makeSmallBodies() {
  const slashes = `/subscriptions/a${'/'.repeat(1940)}x`
  return [
    write2(bytesField(4, Buffer.alloc(megabyte, 120)), bytesField(5, [references(400), bareSample])),
    write2(bytesField(4, 'x'), bytesField(5, [references(15_000_000), bareSample])),
    write1(bytesField(1, [bytesField(1, [bytesField(1, '__name__'), bytesField(2, 'x'.repeat(15 * megabyte))]), bareSample])),
    write1(repeated(bytesField(3, [Buffer.from([8, 3]), bytesField(2, 'family')]), 15 * megabyte)),
    write1(repeated(bytesField(1, []), 16 * megabyte)),
    otlp(oneGauge(repeated(bytesField(1, []), 8 * megabyte), repeated(attribute('host.name', 'x', 1), 7 * megabyte))),
    packed('alertmanager', json, Buffer.from(`{"alerts":${'['.repeat(3 * megabyte)}`)),
    alerts(
      Array.from({ length: 480 }, (_, n) =>
        alert(`Slash ${n}`, 'firing', Object.fromEntries(Array.from({ length: 20 }, (_, l) => [`l${l}`, slashes]))),
      ),
    ),
    alerts(Array.from({ length: 480 }, (_, n) => alert(`Dots ${n}`, 'firing', {}, `x${'.'.repeat(9900)}y`))),
  ]
}

const smallBodies = tokens['small-bodies'] ? makeSmallBodies() : []
async function sendSmallBodies(): Promise<void> {
  for (const { path, headers, body } of smallBodies) {
    await post('small-bodies', path, headers, body)
    await wait(500)
  }
}

/** A day of points, over and over: each time a millisecond later. */
async function replay(): Promise<void> {
  const [series, minutes] = [Math.max(20, Math.round(100 * share)), 24 * 60]
  for (let shift = 0; shift < 1000; shift++)
    for (let minute = minutes - 1; minute > 0; minute -= 60) {
      const times = Array.from({ length: Math.min(60, minute) }, (_, index) => Date.now() - (minute - index) * 60_000 + shift)
      const body = encodeRemoteWrite1(
        Array.from({ length: series }, (_, n) => ({
          labels: { __name__: 'storm_load', instance: `m-${n + 1}` },
          samples: times.map((at): [number, number] => [n % 2 === 0 ? 90 : 10, at]),
        })),
      )
      await post('replay', 'prometheus', remoteWriteHeaders[1], toSnappy(body))
    }
}

/** Signals for a costly mapping, a series of odd values, and one that nothing can read. */
async function sendPoison(): Promise<void> {
  await post('poison', 'generic', json, JSON.stringify({ id: 'x', width: 100_000_000 }))
  const values = [Number.NaN, Number.POSITIVE_INFINITY, Number.MAX_VALUE, -Number.MAX_VALUE, 5e-324]
  const samples = values.map((value, index): [number, number] => [value, Date.now() - 10_000 + index])
  const labels = { __name__: 'storm_load', instance: 'm-1', odd: '\u0001'.repeat(500) }
  await post('poison', 'prometheus', remoteWriteHeaders[1], toSnappy(encodeRemoteWrite1([{ labels, samples }])))
  await post('poison', 'alertmanager', json, notification([alert(`\u202e${'x'.repeat(5000)}`, 'firing')]))
  await wait(500)
}

let sets = 0
async function flood(): Promise<void> {
  const first = sets
  sets += 500
  const body = encodeRemoteWrite1(
    Array.from({ length: 500 }, (_, index) => ({
      labels: { __name__: 'flood', host: 'flood-1', id: `set-${first + index}` },
      samples: [[1, Date.now()] as [number, number]],
    })),
  )
  await post('flood', 'prometheus', remoteWriteHeaders[1], toSnappy(body))
}

const ways: Record<string, () => Promise<void>> = {
  'big-body': sendBigBodies,
  'small-bodies': sendSmallBodies,
  replay,
  poison: sendPoison,
  flood,
}

process.once('disconnect', () => process.exit(0))
setInterval(() => process.send?.(answers), 2000)
for (const [way, run] of Object.entries(ways))
  if (tokens[way])
    void (async () => {
      for (;;) await run()
    })()
