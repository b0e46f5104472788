import { bucketsPerDay } from '@vakt/domain/metrics/bucket.ts'
import { type Buckets, collectBuckets, createBuckets, setBucket } from '@vakt/domain/metrics/bucket-columns.ts'
import { sumPoints } from '@vakt/domain/metrics/sum-points.ts'
import { findFreePort, startProgram } from '#server/testing/real-program.ts'
import { sized } from './sizes.ts'

const readingsPerBucket = sized(5, 1)
const bucketsRead = sized(bucketsPerDay, 3)

/** A day of a percentage with a decimal, the same each time. */
export function fillDay(seed: number, day: number): Buckets {
  const buckets = createBuckets(bucketsPerDay)
  for (let slot = 0; slot < bucketsPerDay; slot++) {
    const value = Math.round(500 + 400 * Math.sin((seed + day * bucketsPerDay + slot) / 40)) / 10
    setBucket(buckets, slot, slot, { count: 20, sum: value * 20, min: value - 1, max: value + 1, last: value })
  }
  return buckets
}

async function readPage(url: string): Promise<[name: string, value: number][]> {
  const page = await (await fetch(url)).text()
  return page
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))])
}

/** A day of buckets of each series of a node exporter, read one right after the other: calmer than a real day. */
export async function readExporter(program: string): Promise<Buckets[]> {
  const address = `127.0.0.1:${await findFreePort()}`
  const exporter = await startProgram(program, [`--web.listen-address=${address}`], `http://${address}/`)
  const numbers = new Map<string, number>()
  const found: { no: number; from: Buckets; index: number }[][] = []
  try {
    for (let slot = 0; slot < bucketsRead; slot++) {
      const points: [no: number, offset: number, value: number][] = []
      for (let reading = 0; reading < readingsPerBucket; reading++)
        for (const [name, value] of await readPage(`http://${address}/metrics`)) {
          if (Number.isNaN(value)) continue
          const no = numbers.get(name) ?? numbers.size
          numbers.set(name, no)
          points.push([no, reading, value])
        }
      const from = sumPoints([
        {
          no: Int32Array.from(points, ([no]) => no),
          offset: Uint32Array.from(points, ([, at]) => at),
          value: Float64Array.from(points, (point) => point[2]),
        },
      ])
      for (const [index, no] of from.no.entries()) {
        found[no] ??= []
        found[no].push({ no: slot, from, index })
      }
    }
  } finally {
    await exporter.stop()
  }
  return found.map(collectBuckets)
}
