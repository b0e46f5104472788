import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readOtlpJson } from './otlp-json.ts'
import { readOtlpProtobuf } from './otlp-protobuf.ts'
import { readRemoteWrite1 } from './remote-write-1.ts'
import { readRemoteWrite2 } from './remote-write-2.ts'
import { decompressSnappy } from './snappy-block.ts'
import type { Turns } from './turns.ts'

const length = 40_000
/** What is cheaper than this is not looked at: the square of 40,000 steps takes far longer. */
const floorMs = 20
/** As much in four pieces costs the same where the cost is in proportion, and a quarter where it grows with the square. */
const maxRatio = 2.5

/** All in one turn, so that nothing else is counted. */
const turns: Turns = { isOver: () => false, next: async () => {} }
const readers = { readOtlpJson, readOtlpProtobuf, readRemoteWrite1, readRemoteWrite2 }
const calls: [string, (body: Buffer) => Promise<unknown>][] = [
  ...Object.entries(readers).map(
    ([name, read]) => [name, (body: Buffer) => read(body, turns, () => {})] as [string, (body: Buffer) => Promise<unknown>],
  ),
  ['decompressSnappy', (body) => decompressSnappy(Buffer.concat([Buffer.from([0xff, 0xff, 0x7f]), body]), { maxBytes: 4 << 20, turns })],
]

const row =
  (begin: string, repeated: string | number, end = '') =>
  (bytes: number) => {
    const one = typeof repeated === 'string' ? Buffer.from(repeated) : Buffer.from([repeated])
    return Buffer.concat([Buffer.from(begin), Buffer.alloc(bytes, one), Buffer.from(end)])
  }
const metrics = '{"resourceMetrics":[{"scopeMetrics":[{"metrics":['
const bodies = [
  ...Array.from({ length: 256 }, (_, byte) => row('', byte)),
  ...['[', '{"a":', '"', '\\', ' ', '1', '-', ',', '{},', '[],', '"a",', '"\\u0000",', '{"name":"x"},', '{"gauge":{}},'].flatMap((one) => [
    row('', one),
    row('[', one),
    row('"', one, '"'),
    row(metrics, one, '{}]}]}]}'),
    row('{"resourceMetrics":[{"resource":{"attributes":[', one, '{}]}}]}'),
  ]),
]

/** Milliseconds of the processor in this thread. What a body is refused for does not matter here. */
async function costOf(call: (body: Buffer) => Promise<unknown>, body: Buffer, times: number): Promise<number> {
  const before = process.threadCpuUsage()
  for (let done = 0; done < times; done += 1) await call(body).catch(() => {})
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

async function growsTooFast(call: (body: Buffer) => Promise<unknown>, quarter: Buffer, whole: Buffer): Promise<boolean> {
  // The short one first, so that no one waits long for what grows faster still.
  if ((await costOf(call, quarter, 1)) < floorMs / 16 && (await costOf(call, whole, 1)) < floorMs) return false
  const costs = async (body: Buffer, times: number) =>
    Math.min(await costOf(call, body, times), await costOf(call, body, times), await costOf(call, body, times))
  const wholeMs = await costs(whole, 2)
  return wholeMs >= 2 * floorMs && wholeMs / (await costs(quarter, 8)) > maxRatio
}

for (const [name, call] of calls)
  test(`${name} costs in proportion to the bytes that it is given`, async () => {
    const slow: string[] = []
    for (const body of bodies) {
      const [quarter, whole] = [body(length / 4), body(length)]
      if ((await growsTooFast(call, quarter, whole)) && (await growsTooFast(call, quarter, whole))) slow.push(body(8).toString('latin1'))
    }
    assert.deepEqual(slow, [])
  })
