import assert from 'node:assert/strict'
import { once } from 'node:events'
import http from 'node:http'
import { after, test } from 'node:test'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { bucketStart, slotOf } from '@vakt/domain/metrics/bucket.ts'
import { createCustomer, createIngestToken } from '#server/testing/factories.ts'
import { until } from '#server/testing/real-program.ts'
import {
  bytesField,
  doubleField,
  encodeRemoteWrite1,
  encodeRemoteWrite2,
  type SampleSeries,
  toSnappy,
} from '#server/testing/remote-write.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import { findMetricEncoding, isSnappyBlock } from './find-metric-packing.ts'

const vakt = await createTestApp()
after(vakt.close)
const origin = await vakt.app.listen({ port: 0, host: '127.0.0.1' })

type Answer = { statusCode: number; body: string; headers: http.OutgoingHttpHeaders }

/** Sends a body over a connection, its first bytes each by itself. */
async function sendInPieces(path: string, token: string, body: Buffer, headers: Record<string, string>): Promise<Answer> {
  const url = `${origin}/ingest/v1/${path}/${token}`
  const request = http.request(url, { method: 'POST', headers: { ...headers, 'content-length': body.length }, agent: false })
  const answered = once(request, 'response') as Promise<[http.IncomingMessage]>
  request.setNoDelay(true)
  for (const [from, to] of [
    [0, 1],
    [1, 3],
    [3, body.length],
  ])
    await new Promise((resolve) => request.write(body.subarray(from, to), resolve))
  request.end()
  const [response] = await answered
  return { statusCode: response.statusCode ?? 0, body: Buffer.concat(await response.toArray()).toString(), headers: response.headers }
}

const start = bucketStart(slotOf(Date.now()) - 3)
const encodings = ['snappy', 'SNAPPY', 'gzip', 'x-gzip', 'deflate', 'br', 'zstd', 'utf-8', 'snappy, gzip', 'identity', '']
const packings: [name: string, pack: (body: Buffer) => Buffer, encodings?: string[]][] = [
  ['plain', (body) => body],
  ['snappy', toSnappy],
  ['gzip', (body) => gzipSync(body)],
  ['deflate', (body) => deflateSync(body)],
  ['snappy within gzip', (body) => gzipSync(toSnappy(body))],
  ['deflate without a header', (body) => deflateRawSync(body), ['deflate']],
  ['brotli', (body) => brotliCompressSync(body), ['br']],
]

async function createSender() {
  const { customerId } = await createCustomer(vakt.database)
  return { customerId, token: await createIngestToken(vakt.database, customerId) }
}

const gauges = (count: number): SampleSeries[] =>
  Array.from({ length: count }, (_, n) => ({ labels: { __name__: 'm', host: `web-${n}` }, samples: [[n, start]] }))
/** Nothing but a name and a point: its snappy block is hardly longer than what decides. */
const smallest: SampleSeries[] = [{ labels: { __name__: 'm' }, samples: [[1, start]] }]
const otlpPoint = bytesField(1, [
  Buffer.from([0x19, ...Buffer.from(new BigUint64Array([BigInt(start) * 1_000_000n]).buffer)]),
  doubleField(4, 5),
])
const otlpMetric = bytesField(2, [bytesField(1, 'm'), bytesField(5, otlpPoint)])
const otlpWith = (resource: Buffer) => bytesField(1, [resource, bytesField(2, otlpMetric)])
const otlpJson = (padding: string) =>
  Buffer.from(
    JSON.stringify({
      resourceMetrics: [
        { scopeMetrics: [{ metrics: [{ name: 'm', gauge: { dataPoints: [{ timeUnixNano: `${start}000000`, asDouble: 5 }] } }] }] },
      ],
      padding,
    }),
  )
const bodies: [path: 'prometheus' | 'otlp', name: string, body: Buffer][] = [
  ['prometheus', '1.0', encodeRemoteWrite1(smallest)],
  ['prometheus', '1.0 of many', encodeRemoteWrite1(gauges(2000))],
  [
    'prometheus',
    '1.0 with metadata first',
    Buffer.concat([encodeRemoteWrite1([], [{ type: 2, family: 'm', unit: 's' }]), encodeRemoteWrite1(smallest)]),
  ],
  ['prometheus', '2.0', encodeRemoteWrite2(smallest)],
  ['otlp', 'protobuf', otlpWith(Buffer.alloc(0))],
  [
    'otlp',
    'protobuf with a resource',
    otlpWith(bytesField(1, bytesField(1, [bytesField(1, 'host.name'), bytesField(2, bytesField(1, 'web-1'))]))),
  ],
  ['otlp', 'JSON', otlpJson('')],
  ['otlp', 'JSON of many', otlpJson('x'.repeat(200_000))],
]

test('a body of metrics is read whatever its Content-Encoding says, whole and in pieces', async () => {
  const { token } = await createSender()
  for (const [path, name, body] of bodies)
    for (const [packing, pack, only = encodings] of packings)
      for (const encoding of only) {
        const packed = pack(body)
        const type = name === '2.0' ? 'application/x-protobuf;proto=io.prometheus.write.v2.Request' : 'application/x-protobuf'
        const headers: Record<string, string> = { 'content-type': name.startsWith('JSON') ? 'application/json' : type }
        if (encoding !== '') headers['content-encoding'] = encoding
        for (const send of body.length > 1000 ? [vakt.send] : [vakt.send, sendInPieces]) {
          const answer: Answer = await send(path, token, packed, headers)
          const what = `${path} ${name}, ${packing} said to be ${encoding || 'nothing'}: ${answer.body}`
          assert.equal(answer.statusCode, path === 'otlp' ? 200 : 204, what)
          if (path === 'prometheus') assert.notEqual(answer.headers['x-prometheus-remote-write-samples-written'], '0', what)
          else assert.ok(!answer.body.includes('Nothing was stored'), what)
        }
      }
})

test('what a body becomes is bounded also where its Content-Encoding is false', async () => {
  const { token } = await createSender()
  const bomb = gzipSync(Buffer.concat([encodeRemoteWrite1(smallest), Buffer.alloc(40_000_000)]))
  const literal = toSnappy(encodeRemoteWrite1(smallest)).subarray(1)
  const saysGigabytes = Buffer.concat([Buffer.from([255, 255, 255, 255, 7]), literal])
  for (const path of ['prometheus', 'otlp'])
    for (const encoding of ['snappy', 'gzip', 'deflate', 'br', 'identity', 'zstd']) {
      const headers = { 'content-type': 'application/x-protobuf', 'content-encoding': encoding }
      for (const body of [bomb, saysGigabytes, gzipSync(saysGigabytes)])
        assert.equal((await vakt.send(path, token, body, headers)).statusCode, 413, `${path} ${encoding} ${body.length}`)
    }
})

test('what cannot be decompressed in any way is refused, and listed at its source', async () => {
  const { customerId, token } = await createSender()
  const cut = gzipSync(encodeRemoteWrite1(gauges(50))).subarray(0, 100)
  const zstd = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 4, 0])
  const status = async (path: string, body: Buffer, encoding: string) =>
    (await vakt.send(path, token, body, { 'content-type': 'application/x-protobuf', 'content-encoding': encoding })).statusCode
  for (const path of ['prometheus', 'otlp']) {
    assert.equal(await status(path, cut, 'snappy'), 400)
    assert.equal(await status(path, Buffer.from('<html>'), 'gzip'), 400)
    assert.equal(await status(path, Buffer.from('<html>'), 'snappy'), 400)
    assert.equal(await status(path, zstd, 'zstd'), 415)
  }
  await until(async () => {
    const { rows } = await vakt.database.worker.query("select 1 from signal where customer_id = $1 and state = 'unreadable'", [customerId])
    return rows.length >= 4
  })
})

test('a snappy block is never taken for a body that is not compressed, nor the other way, whatever their sizes', () => {
  for (let size = 0; size < 300; size++) {
    const series: SampleSeries[] = [{ labels: { __name__: 'm'.repeat(size + 1) }, samples: [[1, start]] }]
    const one = encodeRemoteWrite1(series)
    const two = encodeRemoteWrite2(series)
    for (const [format, body] of [
      ['prometheus', one],
      ['prometheus', two],
      ['otlp', otlpWith(bytesField(1, bytesField(1, 'x'.repeat(size))))],
    ] as const) {
      const packed = toSnappy(body)
      for (const expected of [true, false]) {
        assert.equal(isSnappyBlock(format, body, expected), false, `${format} ${body.length}`)
        assert.equal(isSnappyBlock(format, packed, expected), true, `${format} ${body.length}`)
      }
      for (const encoding of ['gzip', 'deflate', 'snappy', 'zstd'])
        for (const sent of [body, packed]) assert.equal(findMetricEncoding(format, encoding, sent), 'identity', `${format} ${body.length}`)
      assert.equal(findMetricEncoding(format, 'snappy', deflateSync(body)), 'deflate', `${format} ${body.length}`)
    }
  }
})
