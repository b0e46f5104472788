import { existsSync } from 'node:fs'
import { bucketsPerDay, slotOf } from '@vakt/domain/metrics/bucket.ts'
import { type Buckets, collectBuckets, createBuckets, setBucket } from '@vakt/domain/metrics/bucket-columns.ts'
import { sumPoints } from '@vakt/domain/metrics/sum-points.ts'
import pg from 'pg'
import { closeBuckets } from '#server/features/metrics/close-buckets.ts'
import { writeDays } from '#server/features/metrics/metric-bucket-table.ts'
import { storePoints } from '#server/features/metrics/metric-point-table.ts'
import type { Series } from '#server/features/metrics/metric-store.ts'
import { ownMetricStore } from '#server/features/metrics/own-metric-store.ts'
import { packBuckets } from '#server/features/metrics/pack-buckets.ts'
import { packPoints } from '#server/features/metrics/pack-points.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { createLog } from '#server/platform/log.ts'
import { findFreePort, startProgram } from '#server/testing/real-program.ts'
import { remoteWriteHeaders } from '#server/testing/remote-write.ts'
import { type Figure, readQuantile } from './figures.ts'
import { bodyOf, connections, loadWrites, type Outcome, pointsOf } from './remote-writes.ts'
import { sized } from './sizes.ts'
import { startPrometheus } from './start-prometheus.ts'
import type { Vakt } from './start-vakt.ts'

const seconds = Number(process.env.SECONDS ?? sized(8, 0.2))
const rounds = sized(3, 1)
const readings = sized(60, 6)
const seriesClosed = sized(10_000, 100)
const customer = 'bench-metrics'

async function measureWriting(vakt: Vakt): Promise<Figure[]> {
  const prometheus = await startPrometheus()
  const pool = new pg.Pool({ ...vakt.connection, max: connections })
  await pool.query(
    'create table bench_bucket (series int, slot int, count int, sum float8, min float8, max float8, last float8, primary key (series, slot)) with (fillfactor = 70)',
  )
  const write = async (url: string, token: string, connection: number, request: number, from: number) => {
    const headers = { ...remoteWriteHeaders[1], authorization: `Bearer ${token}` }
    const response = await fetch(url, { method: 'POST', headers, body: bodyOf(connection, request, from) })
    if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`)
    await response.arrayBuffer()
  }
  const upsert = (connection: number, request: number, from: number) => {
    const points = pointsOf(connection, request, from)
    return pool.query({
      name: 'upsert',
      text: `insert into bench_bucket select series, slot, 1, value, value, value, value from unnest($1::int[], $2::int[], $3::float8[]) as p (series, slot, value)
             on conflict (series, slot) do update set count = bench_bucket.count + 1, sum = bench_bucket.sum + excluded.sum,
               min = least(bench_bucket.min, excluded.min), max = greatest(bench_bucket.max, excluded.max), last = excluded.last`,
      values: [points.map(({ series }) => series), points.map(({ at }) => slotOf(at)), points.map(({ value }) => value)],
    })
  }
  const all: { vakt: Outcome; upsert: Outcome; prometheus: Outcome | null }[] = []
  try {
    for (let round = 0; round < rounds; round++) {
      const from = Date.now() - 60_000
      all.push({
        vakt: await loadWrites(seconds, (connection, request) =>
          write(`${vakt.origin}/ingest/v1/prometheus`, vakt.ingestToken, connection, request, from),
        ),
        upsert: await loadWrites(seconds, (connection, request) => upsert(connection, request, from)),
        prometheus:
          prometheus &&
          (await loadWrites(seconds, (connection, request) => write(`${prometheus.url}/api/v1/write`, '', connection, request, from))),
      })
    }
  } finally {
    await pool.end()
    await vakt.owner.query('drop table bench_bucket')
    await prometheus?.stop()
  }
  return [
    { name: 'remote write, 8 connections, each answer durable', unit: 'samples/s', values: all.map((one) => one.vakt.perSecond) },
    {
      name: '… ÷ upsert of the same points in SQL',
      unit: '',
      values: all.map((one) => one.vakt.perSecond / one.upsert.perSecond),
      goal: { atLeast: 1 },
    },
    ...(prometheus
      ? [
          {
            name: '… ÷ a real Prometheus',
            unit: '',
            values: all.map((one) => one.vakt.perSecond / (one.prometheus?.perSecond ?? Number.NaN)),
            goal: { atLeast: 1.5 },
          },
        ]
      : []),
    { name: '… p99', unit: 'ms', values: all.map((one) => one.vakt.p99), goal: { atMost: 250 } },
  ]
}

/** A bucket of 10,000 series with 20 points each, from the log to its chunks; as the owner, beside the worker of Vakt. */
async function measureClosing(vakt: Vakt): Promise<Figure[]> {
  const pool = new pg.Pool({ ...vakt.connection, max: 2 })
  const values: number[] = []
  const log = createLog('silent')
  try {
    for (let round = 0; round < sized(5, 1); round++) {
      const slot = slotOf(Date.now()) - 40 + round
      for (let point = 0; point < 20; point++) {
        const packed = packPoints(seriesClosed, (batch) => {
          for (let series = 0; series < seriesClosed; series++) {
            batch.no[series] = series + 1
            batch.offset[series] = point * 15_000
            batch.value[series] = Math.sin(series + point)
          }
        })
        await storePoints(pool, customer, [slot], [packed])
      }
      const now = new Date(Date.now() + 600_000)
      const createContext = () => ({ actor: { type: 'system' as const, job: 'bench' }, now, pool, log, requestId: null, isStaff: false })
      await pool.query('delete from metric_due where customer_id <> $1', [customer])
      const began = performance.now()
      while (await closeBuckets(createContext)) {
        // Until nothing is due.
      }
      values.push(performance.now() - began)
    }
  } finally {
    await pool.end()
  }
  return [{ name: 'closing a bucket of 10,000 series, 20 points each', unit: 'ms', values }]
}

async function measureReading(vakt: Vakt): Promise<Figure[]> {
  const owner = vakt.owner as unknown as Transaction
  const pool = new pg.Pool({ ...vakt.connection, max: 1 })
  const today = Math.floor(slotOf(Date.now()) / bucketsPerDay)
  await vakt.owner.query('select make_metric_day_partitions($1, $2)', [today - 31, today - 1])
  for (let day = today - 31; day < today; day++)
    await writeDays(
      owner,
      customer,
      'metric_day',
      day,
      Array.from({ length: 100 }, (_, index) => ({ seriesNo: index + 1, packed: packBuckets(fillDay(index, day)) })),
    )
  const seriesOf = (index: number): Series => ({
    seriesNo: index + 1,
    entityId: null,
    metric: 'cpu',
    kind: 'gauge',
    unit: null,
    labels: {},
    firstSlot: null,
  })
  const span = { from: (today - 30) * bucketsPerDay, to: today * bucketsPerDay }
  const time = async (work: () => Promise<unknown>) => {
    const began = performance.now()
    await work()
    return performance.now() - began
  }
  const read = (count: number, first: number) =>
    ownMetricStore.readAggregates(
      { pool },
      customer,
      Array.from({ length: count }, (_, index) => ({ series: seriesOf((first + index) % 100), aggregation: 'avg' as const })),
      span,
    )
  const [one, hundred, chart]: number[][] = [[], [], []]
  for (let round = 0; round < readings; round++) {
    one?.push(await time(() => read(1, round)))
    chart?.push(await time(() => ownMetricStore.readBuckets({ pool }, customer, seriesOf(round), span, 12)))
    if (round % 6 === 0) hundred?.push(await time(() => read(100, 0)))
  }
  await pool.end()
  return [
    { name: 'one series over 30 days, for a back-test: p95', unit: 'ms', values: [readQuantile(one ?? [], 0.95)], goal: { atMost: 100 } },
    { name: '100 series over 30 days', unit: 'ms', values: hundred ?? [], goal: { atMost: 1000 } },
    { name: 'chart of 30 days of one series: p95', unit: 'ms', values: [readQuantile(chart ?? [], 0.95)], goal: { atMost: 50 } },
  ]
}

/** The series of a real node exporter, read as often as five times a bucket for a day. */
async function measureDisk(vakt: Vakt): Promise<Figure[]> {
  const program = process.env.NODE_EXPORTER_PATH ?? '/usr/bin/prometheus-node-exporter'
  if (!existsSync(program)) return []
  const days = await readExporter(program)
  const day = Math.floor(slotOf(Date.now()) / bucketsPerDay) - 33
  await vakt.owner.query('select make_metric_day_partitions($1, $1)', [day])
  await writeDays(
    vakt.owner as unknown as Transaction,
    customer,
    'metric_day',
    day,
    days.map((buckets, index) => ({ seriesNo: index + 1, packed: packBuckets(buckets) })),
  )
  const { rows } = await vakt.owner.query<{ bytes: string }>('select pg_total_relation_size($1::regclass) as bytes', [`metric_day_${day}`])
  return [
    {
      name: `disk after a day of ${days.length} series of node exporter, indexes included`,
      unit: 'bytes a bucket',
      values: [Number(rows[0]?.bytes) / (days.length * bucketsPerDay)],
      goal: { atMost: 20 },
    },
  ]
}

export async function measureMetrics(vakt: Vakt): Promise<Figure[]> {
  await vakt.owner.query("insert into customer (customer_id, name) values ($1, 'Bench') on conflict do nothing", [customer])
  const figures = [
    ...(await measureReading(vakt)),
    ...(await measureDisk(vakt)),
    ...(await measureClosing(vakt)),
    ...(await measureWriting(vakt)),
  ]
  return figures
}

const readingsPerBucket = sized(5, 1)
const bucketsRead = sized(bucketsPerDay, 3)

/** A day of a percentage with a decimal, the same each time. */
function fillDay(seed: number, day: number): Buckets {
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
async function readExporter(program: string): Promise<Buckets[]> {
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
