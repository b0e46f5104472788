import assert from 'node:assert/strict'
import { test } from 'node:test'
import { attribute, bareSample, nestedList, oneGauge, references, repeated } from '#server/testing/metric-bombs.ts'
import { bytesField, encodeRemoteWrite1, encodeRemoteWrite2 } from '#server/testing/remote-write.ts'
import { readOtlpJson } from './otlp-json.ts'
import { readOtlpProtobuf } from './otlp-protobuf.ts'
import { readRemoteWrite1 } from './remote-write-1.ts'
import { readRemoteWrite2 } from './remote-write-2.ts'
import { requestLimits, TooMuchAtOnce } from './request-bounds.ts'
import type { SentPoints } from './sent-points.ts'
import { Undecodable } from './snappy-block.ts'
import { createTurns } from './turns.ts'

const megabyte = 1024 * 1024
const at = 1_795_352_700_123
const time = String(BigInt(at) * 1_000_000n)

type Read = typeof readRemoteWrite1

/** What became of it, and the most memory that it asked for. */
async function read(reader: Read, body: Buffer | string): Promise<{ sent: SentPoints; held: number }> {
  let held = 0
  const hold = (bytes: number) => {
    held = Math.max(held, bytes)
  }
  return { sent: await reader(Buffer.from(body), createTurns(), hold), held }
}

const faultsOf = ({ faults }: SentPoints) => Object.fromEntries(Object.entries(faults).filter(([, count]) => count > 0))
const otlpJson = (metrics: object[], attributes: object[] = []) =>
  JSON.stringify({ resourceMetrics: [{ resource: { attributes }, scopeMetrics: [{ metrics }] }] })
const gauge = (...dataPoints: unknown[]) => ({ name: 'm', gauge: { dataPoints } })

test('a symbol that one series names hundreds of times is refused before a key is made of it', async () => {
  const series = bytesField(5, [references(400), bytesField(2, [])])
  const body = Buffer.concat([bytesField(4, ''), bytesField(4, 'x'.repeat(megabyte)), series])
  const { sent } = await read(readRemoteWrite2, body)
  assert.deepEqual([sent.keys, sent.count, faultsOf(sent)], [[], 0, { 'too-many-labels': 1 }])
  const large = Buffer.concat([bytesField(4, ''), bytesField(4, 'x'.repeat(5000)), bytesField(5, [references(2), bytesField(2, [])])])
  assert.deepEqual(faultsOf((await read(readRemoteWrite2, large)).sent), { 'label-too-long': 1 })
})

test('keys have one size, whatever the labels are', async () => {
  const of = (value: string) => [{ labels: { __name__: 'm', value }, samples: [[1, at] as [number, number]] }]
  const keys = await Promise.all(
    ['a', 'a'.repeat(900)].flatMap((value) => [
      read(readRemoteWrite1, encodeRemoteWrite1(of(value))),
      read(readRemoteWrite2, encodeRemoteWrite2(of(value))),
      read(readOtlpProtobuf, oneGauge(bytesField(1, [attribute('a', value, 7), Buffer.from([(4 << 3) | 1, 0, 0, 0, 0, 0, 0, 0, 0])]))),
      read(readOtlpJson, otlpJson([gauge({ attributes: [{ key: 'a', value: { stringValue: value } }], asInt: 1 })])),
    ]),
  )
  assert.deepEqual(
    keys.map(({ sent }) => sent.keys.map(({ length }) => length)),
    keys.map(() => [32]),
  )
})

test('labels beyond the bounds leave nothing behind, in each format, and the points beside them are read', async () => {
  const good = { labels: { __name__: 'good' }, samples: [[1, at] as [number, number]] }
  const many = { labels: Object.fromEntries(Array.from({ length: 65 }, (_, n) => [`l${n}`, 'x'])), samples: good.samples }
  const long = { labels: { __name__: 'x'.repeat(5000) }, samples: good.samples }
  for (const { sent } of [
    await read(readRemoteWrite1, encodeRemoteWrite1([many, good, long])),
    await read(readRemoteWrite2, encodeRemoteWrite2([many, good, long])),
  ]) {
    assert.deepEqual([sent.count, sent.keys.length, faultsOf(sent)], [1, 1, { 'too-many-labels': 1, 'label-too-long': 1 }])
    assert.deepEqual(sent.describe(0).labels, [['__name__', 'good']])
  }
  const keyed = (attributes: object[]) => ({ timeUnixNano: time, asInt: 1, attributes })
  const given = (key: string, value: string) => ({ key, value: { stringValue: value } })
  const json = await read(
    readOtlpJson,
    otlpJson([gauge(keyed(Array.from({ length: 65 }, (_, n) => given(`l${n}`, 'x'))), keyed([]), keyed([given('a', 'x'.repeat(70_000))]))]),
  )
  assert.deepEqual([json.sent.count, faultsOf(json.sent)], [1, { 'too-many-labels': 1, 'too-large': 1 }])
})

test('attributes of a resource are read once, not once for each point', async () => {
  const resource = repeated(attribute('host.name', 'web-1', 1), megabyte)
  const point = bytesField(1, [Buffer.from([(4 << 3) | 1, 0, 0, 0, 0, 0, 0, 0, 0])])
  const { sent, held } = await read(readOtlpProtobuf, oneGauge(repeated(point, megabyte), resource))
  assert.equal(sent.count, Math.floor(megabyte / point.length))
  assert.deepEqual(sent.describe(0).labels, [
    ['host.name', 'web-1'],
    ['__name__', 'm'],
  ])
  assert.ok(held < 16 * megabyte, `${held} bytes`)
})

test('what is too much for one request ends while it is read', async () => {
  const label = (name: string) => bytesField(1, [bytesField(1, '__name__'), bytesField(2, name)])
  const series = bytesField(1, [label('m'), bareSample])
  const bombs: [string, Read, Buffer][] = [
    ['empty series', readRemoteWrite1, repeated(bytesField(1, []), 7 * megabyte)],
    ['series', readRemoteWrite1, repeated(series, series.length * (requestLimits.series + 1))],
    ['points', readRemoteWrite1, bytesField(1, [label('m'), repeated(bytesField(2, []), 7 * megabyte)])],
    ['unknown fields', readRemoteWrite1, bytesField(1, repeated(Uint8Array.of(8 * 9, 1), 7 * megabyte))],
    ['symbols', readRemoteWrite2, repeated(bytesField(4, []), 7 * megabyte)],
    ['resources', readOtlpProtobuf, repeated(bytesField(1, []), 7 * megabyte)],
    ['scopes', readOtlpProtobuf, bytesField(1, repeated(bytesField(2, []), 7 * megabyte))],
    ['points without a value', readOtlpProtobuf, oneGauge(repeated(bytesField(1, []), 7 * megabyte))],
  ]
  for (const [name, reader, body] of bombs) await assert.rejects(read(reader, body), TooMuchAtOnce, name)
})

test('label sets of few symbols are bounded by what they become', async () => {
  const symbols = [bytesField(4, ''), bytesField(4, 'x'.repeat(1000))]
  const series = bytesField(5, [references(128), bytesField(2, [])])
  await assert.rejects(read(readRemoteWrite2, Buffer.concat([...symbols, repeated(series, megabyte)])), TooMuchAtOnce)
})

test('metadata beyond five thousand families is passed over', async () => {
  const { sent } = await read(readRemoteWrite1, repeated(bytesField(3, [Buffer.from([8, 1]), bytesField(2, 'f')]), megabyte))
  assert.equal(sent.metadata.length, requestLimits.metadata)
})

test('a series without samples is left out, and native histograms and exemplars are counted', async () => {
  const label = bytesField(1, [bytesField(1, '__name__'), bytesField(2, 'm')])
  const { sent } = await read(readRemoteWrite1, bytesField(1, [label, bytesField(3, []), bytesField(4, [])]))
  assert.deepEqual([sent.keys, sent.passedOver], [[], 2])
})

test('lists in lists as values of attributes are passed over, however deep', async () => {
  const value = bytesField(7, [bytesField(1, 'deep'), bytesField(2, nestedList(300))])
  const point = bytesField(1, [value, Buffer.from([(4 << 3) | 1, 0, 0, 0, 0, 0, 0, 0, 0])])
  const { sent } = await read(readOtlpProtobuf, oneGauge(point))
  assert.deepEqual(sent.describe(0).labels, [
    ['deep', ''],
    ['__name__', 'm'],
  ])
  await assert.rejects(read(readOtlpJson, `{"a":${'['.repeat(1000)}${']'.repeat(1000)}}`), Undecodable)
})

test('points of OTLP whose value is text or absent are counted as such, and one without a recorded value is none of them', async () => {
  const points = [{ asDouble: 'many' }, {}, { asInt: '7' }, { asDouble: 'NaN' }, { flags: 1 }, { asDouble: null }, 7]
  const { sent } = await read(readOtlpJson, otlpJson([gauge(...points)]))
  assert.deepEqual([[...sent.value.subarray(0, sent.count)], faultsOf(sent)], [[7, Number.NaN, Number.NaN], { 'no-value': 4 }])
  assert.deepEqual(faultsOf((await read(readOtlpProtobuf, oneGauge(bytesField(1, [])))).sent), { 'no-value': 1 })
})

test('a temporality is understood by its number and by its name', async () => {
  const kindOf = async (aggregationTemporality: unknown, isMonotonic: unknown = true) => {
    const sum = { aggregationTemporality, isMonotonic, dataPoints: [{ asInt: 1 }] }
    return (await read(readOtlpJson, otlpJson([{ name: 'm', sum }]))).sent.describe(0).kind
  }
  assert.equal(await kindOf('AGGREGATION_TEMPORALITY_DELTA'), 'delta')
  assert.equal(await kindOf(1), 'delta')
  assert.equal(await kindOf('AGGREGATION_TEMPORALITY_CUMULATIVE'), 'counter')
  assert.equal(await kindOf(2, false), 'gauge')
})

test('a body of one version of remote write under the type of the other is refused, and the words say which it is', async () => {
  const one = [{ labels: { __name__: 'm' }, samples: [[1, at] as [number, number]] }]
  await assert.rejects(read(readRemoteWrite1, encodeRemoteWrite2(one)), /of remote write 2\.0/)
  await assert.rejects(read(readRemoteWrite2, encodeRemoteWrite1(one)), /of remote write 1\.0/)
})

test('decoding of many bodies at once stands in one line: between two turns the event loop goes round', async () => {
  let rounds = 0
  let isOver = false
  const goRound = () => {
    rounds++
    if (!isOver) setImmediate(goRound)
  }
  goRound()
  const turns = Array.from({ length: 50 }, () => createTurns())
  await Promise.all(turns.map((one) => one.next()))
  isOver = true
  assert.ok(rounds >= 50, `${rounds} rounds`)
})
