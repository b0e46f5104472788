import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import http from 'node:http'
import { after, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { attribute, bareSample, nestedList, oneGauge, references, repeated } from '#server/testing/metric-bombs.ts'
import { bytesField, encodeRemoteWrite1, remoteWriteHeaders, toSnappy } from '#server/testing/remote-write.ts'
import { createDataFolder, startVakt } from '#server/testing/run-vakt.ts'

const megabyte = 1024 * 1024
const dataFolder = await createDataFolder()
const vakt = await startVakt({ DATA_DIR: dataFolder, DEMO: 'true', LOG_LEVEL: 'error' })
after(async () => {
  await vakt.end('SIGTERM')
  await rm(dataFolder, { recursive: true, force: true })
})

const memoryOf = (line: 'VmHWM' | 'VmRSS') =>
  Math.round(Number(new RegExp(`${line}:\\s+(\\d+)`).exec(readFileSync(`/proc/${vakt.pid}/status`, 'utf8'))?.[1]) / 1024)

async function ask(path: string, { headers = {}, body }: { headers?: Record<string, string>; body?: Buffer } = {}): Promise<number> {
  // Over a connection of its own: what is not read to its end closes it.
  const request = http.request(`${vakt.origin}${path}`, { method: body ? 'POST' : 'GET', headers, agent: false })
  const answered = once(request, 'response') as Promise<[http.IncomingMessage]>
  request.on('error', () => {}).end(body)
  const [response] = await answered
  await response.toArray()
  return response.statusCode ?? 0
}

type Bomb = { path: string; headers: Record<string, string>; body: Buffer }
const packed = (path: string, headers: Record<string, string>, body: Uint8Array): Bomb => ({
  path: `/ingest/v1/${path}`,
  headers: { ...headers, 'content-encoding': 'gzip', authorization: `Bearer ${vakt.ingestToken}` },
  body: gzipSync(body),
})
const write1 = (body: Uint8Array) => packed('prometheus', remoteWriteHeaders[1], body)
const write2 = (...parts: Uint8Array[]) => packed('prometheus', remoteWriteHeaders[2], Buffer.concat([bytesField(4, ''), ...parts]))
const otlp = (body: Uint8Array) => packed('otlp', { 'content-type': 'application/x-protobuf' }, body)
const json = (body: string) => packed('otlp', { 'content-type': 'application/json' }, Buffer.from(body))
const gauge = (points: string, attributes = '') =>
  `{"resourceMetrics":[{"resource":{"attributes":[${attributes}]},"scopeMetrics":[{"metrics":[{"name":"m","gauge":{"dataPoints":[${points}]}}]}]}]}`
const times = (text: string, size: number) => text.repeat(Math.floor(size / text.length)).slice(0, -1)

const label = (name: string, value: string) => bytesField(1, [bytesField(1, name), bytesField(2, value)])
const named = label('__name__', 'm')
const zero = Buffer.from([(4 << 3) | 1, 0, 0, 0, 0, 0, 0, 0, 0])
const hugeVarint = Buffer.alloc(10, 0xff).fill(1, 9)

const bombs: [string, Bomb][] = [
  [
    'a symbol named by hundreds of references',
    write2(bytesField(4, Buffer.alloc(megabyte, 120)), bytesField(5, [references(400), bareSample])),
  ],
  ['millions of references', write2(bytesField(4, 'x'), bytesField(5, [references(15_000_000), bareSample]))],
  ['millions of single references', write2(bytesField(4, 'x'), bytesField(5, repeated(Uint8Array.of(8, 1), 15 * megabyte)))],
  [
    'few symbols in many series',
    write2(bytesField(4, Buffer.alloc(1000, 120)), repeated(bytesField(5, [references(128), bareSample]), 15 * megabyte)),
  ],
  ['millions of symbols', write2(repeated(bytesField(4, ''), 15 * megabyte), bytesField(5, [references(2), bareSample]))],
  ['a label of 15 MB', write1(bytesField(1, [label('__name__', 'x'.repeat(15 * megabyte)), bareSample]))],
  ['metadata', write1(repeated(bytesField(3, [Buffer.from([8, 3]), bytesField(2, 'family')]), 15 * megabyte))],
  ['empty series', write1(repeated(bytesField(1, []), 16 * megabyte))],
  ['empty samples', write1(bytesField(1, [named, repeated(bytesField(2, []), 15 * megabyte)]))],
  ['series of one point', write1(repeated(bytesField(1, [named, bareSample]), 15 * megabyte))],
  [
    'exemplars and histograms',
    write1(bytesField(1, [named, repeated(bytesField(3, []), 7 * megabyte), repeated(bytesField(4, []), 7 * megabyte)])),
  ],
  ['huge varints', write1(repeated(Buffer.concat([Buffer.from([8 * 9]), hugeVarint]), 15 * megabyte))],
  [
    'attributes times points',
    otlp(oneGauge(repeated(bytesField(1, []), 8 * megabyte), repeated(attribute('host.name', 'x', 1), 7 * megabyte))),
  ],
  ['attributes of one point', otlp(oneGauge(bytesField(1, [repeated(attribute('a', 'x', 7), 15 * megabyte), zero])))],
  ['points with many attributes', otlp(oneGauge(repeated(bytesField(1, [repeated(attribute('a', 'x', 7), 60_000), zero]), 15 * megabyte)))],
  ['empty resources', otlp(repeated(bytesField(1, []), 16 * megabyte))],
  ['empty scopes', otlp(bytesField(1, repeated(bytesField(2, []), 15 * megabyte)))],
  ['empty metrics', otlp(bytesField(1, [bytesField(2, repeated(bytesField(2, []), 15 * megabyte))]))],
  [
    'nested values',
    otlp(oneGauge(repeated(bytesField(1, [bytesField(7, [bytesField(1, 'a'), bytesField(2, nestedList(400))]), zero]), 8 * megabyte))),
  ],
  ['JSON: empty points', json(gauge(times('{},', 3.9 * megabyte)))],
  [
    'JSON: attributes times points',
    json(gauge(times('{"asInt":1},', megabyte), times('{"key":"host.name","value":{"stringValue":"x"}},', 2 * megabyte))),
  ],
  ['JSON: lists', json(`{"resourceMetrics":[${times('[],', 3.9 * megabyte)}]}`)],
  ['JSON: nested', json(`{"a":${'['.repeat(3 * megabyte)}`)],
  ['a gigabyte', write1(Buffer.alloc(300 * megabyte))],
  [
    'snappy that says 16 MB',
    {
      ...write1(Buffer.alloc(0)),
      headers: { ...remoteWriteHeaders[1], authorization: `Bearer ${vakt.ingestToken}` },
      body: Buffer.from([128, 128, 128, 8, 0]),
    },
  ],
]

test('50 requests of the worst kinds at once cost less than 200 MB, the process lives and goes on answering', async (t) => {
  const series = Array.from({ length: 2000 }, (_, n) => ({
    labels: { __name__: 'warm', n: String(n) },
    samples: [[1, Date.now()] as [number, number]],
  }))
  const good: Bomb = {
    path: '/ingest/v1/prometheus',
    headers: { ...remoteWriteHeaders[1], authorization: `Bearer ${vakt.ingestToken}` },
    body: toSnappy(encodeRemoteWrite1(series)),
  }
  // What a process takes with its first work is not what bombs cost.
  for (let sent = 0; sent < 10; sent++) await ask(good.path, good)
  await wait(1000)
  writeFileSync(`/proc/${vakt.pid}/clear_refs`, '5')
  const initial = memoryOf('VmRSS')

  const statuses: Record<string, number[]> = {}
  const send = async ([name, bomb]: [string, Bomb]) => {
    const status = await ask(bomb.path, bomb)
    statuses[name] = [...(statuses[name] ?? []), status]
  }
  let isOver = false
  let answered = 0
  let longest = 0
  const askHealth = async () => {
    while (!isOver) {
      const began = performance.now()
      assert.equal(await ask('/health/live'), 200)
      longest = Math.max(longest, performance.now() - began)
      answered++
      await wait(20)
    }
  }
  const asking = askHealth()
  const began = performance.now()
  for (let round = 0; round < 3; round++) await Promise.all([...bombs, ...bombs].map(send))
  // Each alone as well: many at once are put off before they are read.
  for (const bomb of bombs) await send(bomb)
  isOver = true
  await asking
  const seconds = (performance.now() - began) / 1000
  const peak = memoryOf('VmHWM') - initial
  t.diagnostic(
    `${peak} MB more at most; ${answered} answers of health in ${seconds.toFixed(1)} s, the slowest after ${longest.toFixed(0)} ms`,
  )
  for (const [name, all] of Object.entries(statuses)) t.diagnostic(`${name}: ${all.join(' ')}`)
  for (const [name, all] of Object.entries(statuses))
    assert.ok(all.every((status) => [200, 204, 400, 413, 503].includes(status)) && all.some((status) => status !== 503), `${name}: ${all}`)
  assert.ok(peak < 200, `${peak} MB`)
  // Were it held for a whole bomb, there would be one answer between two of them.
  assert.ok(answered > bombs.length * 2, `${answered} answers`)
  assert.equal(await ask(good.path, good), 204)
})
