import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bytesField, doubleField, encodeRemoteWrite1, encodeRemoteWrite2, toSnappy, varintField } from '#server/testing/remote-write.ts'
import { readOtlpJson } from './otlp-json.ts'
import { readOtlpProtobuf } from './otlp-protobuf.ts'
import { readRemoteWrite1 } from './remote-write-1.ts'
import { readRemoteWrite2 } from './remote-write-2.ts'
import type { SentPoints } from './sent-points.ts'
import { DecodedTooLarge, decompressSnappy, Undecodable } from './snappy-block.ts'
import { createTurns } from './turns.ts'

const turns = createTurns()
const hold = () => {}
const unpack = (bytes: Uint8Array, maxBytes: number) => decompressSnappy(bytes, { maxBytes, turns })
const at = 1_795_352_700_123
const show = (sent: SentPoints) => ({
  points: Array.from({ length: sent.count }, (_, i) => [sent.series[i], sent.at[i], sent.value[i]]),
  series: sent.keys.map((_, index) => {
    const { labels, kind, unit } = sent.describe(index)
    return [Object.fromEntries(labels), kind, unit]
  }),
})
const cpu = { __name__: 'cpu', host: 'å' }

test('remote write 1.0: labels, samples, times before the epoch, metadata, and fields that are not known', async () => {
  const series = { labels: cpu, samples: [[1, at] as [number, number], [Number.NaN, -5] as [number, number]] }
  const metadata = [
    { type: 1, family: 'requests' },
    { type: 3, family: 'latency', unit: 'seconds' },
    { type: 2, family: 'temperature' },
  ]
  const body = Buffer.concat([encodeRemoteWrite1([series], metadata), bytesField(77, 'unknown')])
  const sent = await readRemoteWrite1(body, turns, hold)
  assert.deepEqual(show(sent), {
    points: [
      [0, at, 1],
      [0, -5, Number.NaN],
    ],
    series: [[cpu, null, null]],
  })
  assert.deepEqual(
    sent.metadata.map(({ metric, kind, unit }) => [metric, kind, unit]),
    [
      ['requests', 'counter', null],
      ['latency_count', 'counter', 'seconds'],
      ['latency_sum', 'counter', 'seconds'],
      ['latency_bucket', 'counter', 'seconds'],
    ],
  )
})

test('remote write 2.0: symbols, kind and unit, and a symbol that is not there', async () => {
  const sent = await readRemoteWrite2(encodeRemoteWrite2([{ labels: cpu, samples: [[7, at]], type: 1, unit: 'bytes' }]), turns, hold)
  assert.deepEqual(show(sent), { points: [[0, at, 7]], series: [[cpu, 'counter', 'bytes']] })
  const missing = Buffer.concat([bytesField(4, ''), bytesField(5, [bytesField(1, Uint8Array.of(1, 2))])])
  await assert.rejects(readRemoteWrite2(missing, turns, hold), Undecodable)
})

test('a body that is cut short anywhere is refused, and one byte changed anywhere never leads to another error', async () => {
  const one = { labels: cpu, samples: [[1, at] as [number, number]] }
  for (const [read, whole] of [
    [readRemoteWrite1, encodeRemoteWrite1([one])],
    [readRemoteWrite2, encodeRemoteWrite2([one])],
    [readOtlpProtobuf, otlpProtobuf],
  ] as const) {
    // Between two fields of the request the rest is a request, too.
    for (let length = 1; length < whole.length; length++)
      await read(whole.subarray(0, length), turns, hold).then(
        ({ count }) => assert.equal(count, 0),
        (error) => assert.ok(error instanceof Undecodable, String(error)),
      )
    for (let index = 0; index < whole.length; index++)
      for (const byte of [0, 1, 127, 128, 255]) {
        const changed = Buffer.from(whole)
        changed[index] = byte
        await read(changed, turns, hold).catch((error) => assert.ok(error instanceof Undecodable, error.stack))
      }
  }
})

test('snappy: literals, copies that overlap, and no memory for what says that it is too large', async () => {
  assert.equal((await unpack(Buffer.from([9, 0b1000, 97, 98, 99, 0b1001, 3]), 100)).toString(), 'abcabcabc')
  const long = Buffer.from('x'.repeat(200_000))
  assert.ok((await unpack(toSnappy(long), 200_000)).equals(long))
  await assert.rejects(unpack(Buffer.from([255, 255, 255, 255, 15]), 100), DecodedTooLarge)
  for (const broken of [[9, 0b1000, 97, 98, 99], [9, 0b1000, 97, 98, 99, 0b1001, 4], [3, 0b1000, 97], [255, 255, 255, 255, 255, 1], []])
    await assert.rejects(unpack(Buffer.from(broken), 100), Undecodable)
})

const nanoseconds = (milliseconds: number) => {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(BigInt(milliseconds) * 1_000_000n)
  return bytes
}
const fixed = (field: number, bytes: Buffer) => Buffer.concat([Buffer.from([field * 8 + 1]), bytes])
const attribute = (name: string, value: string, field: number) =>
  bytesField(field, [bytesField(1, name), bytesField(2, [bytesField(1, value)])])
const count = (value: number) => {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(BigInt(value))
  return bytes
}

const otlpProtobuf = bytesField(1, [
  bytesField(1, [attribute('host.name', 'web-1', 1), attribute('process.pid', '7', 1)]),
  bytesField(2, [
    // The name behind the points.
    bytesField(2, [
      bytesField(5, [bytesField(1, [attribute('core', '0', 7), fixed(3, nanoseconds(at)), doubleField(4, 0.5)])]),
      bytesField(3, '1'),
      bytesField(1, 'cpu'),
    ]),
    bytesField(2, [
      bytesField(1, 'requests'),
      bytesField(7, [bytesField(1, [fixed(3, nanoseconds(at)), fixed(6, count(42))]), varintField(2, 2), varintField(3, 1)]),
    ]),
    bytesField(2, [
      bytesField(1, 'latency'),
      bytesField(3, 's'),
      bytesField(9, [bytesField(1, [fixed(3, nanoseconds(at)), fixed(4, count(3)), doubleField(5, 1.5)]), varintField(2, 1)]),
    ]),
  ]),
])

const host = { 'host.name': 'web-1' }
const expected = {
  points: [
    [0, at, 0.5],
    [1, at, 42],
    [2, at, 3],
    [3, at, 1.5],
  ],
  series: [
    [{ __name__: 'cpu', core: '0', ...host }, 'gauge', '1'],
    [{ __name__: 'requests', ...host }, 'counter', null],
    [{ __name__: 'latency_count', ...host }, 'delta', null],
    [{ __name__: 'latency_sum', ...host }, 'delta', 's'],
  ],
}

test('OTLP: gauge, sum and histogram, the same as protobuf and as JSON', async () => {
  assert.deepEqual(show(await readOtlpProtobuf(otlpProtobuf, turns, hold)), expected)
  const time = { timeUnixNano: String(BigInt(at) * 1_000_000n) }
  const json = {
    resourceMetrics: [
      {
        resource: {
          attributes: [
            { key: 'host.name', value: { stringValue: 'web-1' } },
            { key: 'process.pid', value: { intValue: '7' } },
          ],
        },
        scopeMetrics: [
          {
            metrics: [
              {
                name: 'cpu',
                unit: '1',
                gauge: { dataPoints: [{ attributes: [{ key: 'core', value: { intValue: '0' } }], ...time, asDouble: 0.5 }] },
              },
              { name: 'requests', sum: { dataPoints: [{ ...time, asInt: '42' }], aggregationTemporality: 2, isMonotonic: true } },
              { name: 'latency', unit: 's', histogram: { dataPoints: [{ ...time, count: '3', sum: 1.5 }], aggregationTemporality: 1 } },
              { name: 'from the future', unknownKind: { dataPoints: [{}] } },
            ],
          },
        ],
      },
    ],
  }
  assert.deepEqual(show(await readOtlpJson(Buffer.from(JSON.stringify(json)), turns, hold)), expected)
  assert.equal((await readOtlpJson(Buffer.from('{}'), turns, hold)).count, 0)
  for (const body of ['', '[]', '{', 'null']) await assert.rejects(readOtlpJson(Buffer.from(body), turns, hold), Undecodable)
})
