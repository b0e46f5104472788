import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { aggregations, bucketStart, slotOf } from '@vakt/domain/metrics/bucket.ts'
import { closeBuckets } from '#server/features/metrics/close-buckets.ts'
import { matchNewSeries } from '#server/features/metrics/match-series.ts'
import type { MetricStore } from '#server/features/metrics/metric-store.ts'
import { ownMetricStore } from '#server/features/metrics/own-metric-store.ts'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { workThrough } from '#server/platform/jobs/work-queue.ts'
import { ports } from '#server/roles/ports.ts'
import { createCustomer, createEntity, createIngestToken } from '#server/testing/factories.ts'
import { findFreePort, findProgram, startProgram, until } from '#server/testing/real-program.ts'
import { encodeRemoteWrite1, remoteWriteHeaders, type SampleSeries, toSnappy } from '#server/testing/remote-write.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import { silentLog } from '#server/testing/test-database.ts'
import { enqueueRemoteSeries, remoteSeriesQueues } from './find-remote-series.ts'
import { createRemoteMetricStore } from './remote-metric-store.ts'

const stores = [
  {
    name: 'Prometheus',
    program: findProgram('PROMETHEUS_PATH', 'prometheus'),
    readyPath: '/-/ready',
    /** It extrapolates what a counter grew by to the ends of the bucket. */
    isExact: false,
    async words(folder: string, address: string) {
      const file = path.join(folder, 'prometheus.yml')
      await writeFile(file, 'global: { scrape_interval: 1h }\n')
      return [
        `--config.file=${file}`,
        `--storage.tsdb.path=${folder}`,
        `--web.listen-address=${address}`,
        '--web.enable-remote-write-receiver',
      ]
    },
  },
  {
    name: 'VictoriaMetrics',
    program: findProgram('VICTORIA_METRICS_PATH', 'victoria-metrics'),
    readyPath: '/health',
    isExact: true,
    words: async (folder: string, address: string) => [
      `-storageDataPath=${folder}`,
      `-httpListenAddr=${address}`,
      '-search.latencyOffset=0s',
      '-memory.allowedPercent=5',
    ],
  },
]

/** Even, as the steps of two buckets are. */
const slot = Math.floor((slotOf(Date.now()) - 8) / 2) * 2
const step = 15_000

/** VictoriaMetrics keeps about 13 digits. */
const waveAt = (index: number) => Math.round(Math.sin(index) * 1000) / 1000

/** Forty minutes of a gauge with a gap, of a counter that begins again, and of another customer. */
function makeSeries(customerId: string, host: string): SampleSeries[] {
  const times = Array.from({ length: 140 }, (_, index) => bucketStart(slot) + index * step + 3)
  const labels = { vakt_customer: customerId, instance: `${host}:9100`, core: '0' }
  return [
    { labels: { __name__: 'load', ...labels }, samples: times.filter((_, i) => i < 40 || i > 65).map((at, i) => [waveAt(i), at]) },
    { labels: { __name__: 'hits_total', ...labels }, samples: times.map((at, i) => [i < 90 ? i * 3 : (i - 90) * 5, at]) },
    { labels: { __name__: 'load', ...labels, vakt_customer: 'another' }, samples: times.map((at) => [99, at]) },
  ]
}

const vakt = await createTestApp()
const stops: (() => Promise<unknown>)[] = [vakt.close]
after(async () => {
  for (const stop of stops.reverse()) await stop()
})

const createContext = () => ({
  actor: { type: 'system' as const, job: 'test' },
  now: new Date(Date.now() + 120_000),
  pool: vakt.database.worker,
  log: silentLog,
  ports,
  requestId: null,
  isStaff: false,
})
const scope = { pool: vakt.database.worker }
const transact = <T>(work: Parameters<typeof workForAllCustomers<T>>[1]) => workForAllCustomers(scope, work)

for (const { name, program, readyPath, isExact, words } of stores) {
  test(`${name} answers as our own store does: buckets, steps, latest values and entities`, {
    skip: program ? false : `There is no ${name} here.`,
  }, async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'vakt-store-'))
    stops.push(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
    const address = `127.0.0.1:${await findFreePort()}`
    const url = `http://${address}`
    stops.push((await startProgram(program as string, await words(folder, address), `${url}${readyPath}`)).stop)

    const { customerId } = await createCustomer(vakt.database)
    const { entityId, name: host } = await createEntity(vakt.database, customerId)
    const body = toSnappy(encodeRemoteWrite1(makeSeries(customerId, host)))
    const sent = await fetch(`${url}/api/v1/write`, { method: 'POST', headers: remoteWriteHeaders[1], body: new Uint8Array(body) })
    assert.ok(sent.ok, await sent.text())

    const settings = { url, authorization: '', customerLabel: 'vakt_customer', tenantHeader: '', delaySeconds: 0 }
    const remote = createRemoteMetricStore(settings)
    const queues = remoteSeriesQueues(settings)
    const listed = await until(async () => {
      await enqueueRemoteSeries(createContext())
      await workThrough(queues, () => ({ ...createContext(), now: new Date() }))
      const series = await transact((transaction) => remote.findSeries(transaction, customerId, { metrics: null, entityIds: null }))
      return series.length === 2 && series
    })
    assert.deepEqual(listed.map(({ metric, kind }) => [metric, kind]).sort(), [
      ['hits_total', 'counter'],
      ['load', 'gauge'],
    ])
    await matchNewSeries(createContext)
    const series = await transact((transaction) => remote.findSeries(transaction, customerId, { metrics: null, entityIds: [entityId] }))
    assert.equal(series.length, 2)
    const latest = await remote.readLatest(scope, customerId, series, new Date(bucketStart(slot) + 139 * step + 1000))
    assert.deepEqual(series.map(({ metric, seriesNo }) => [metric, latest.get(seriesNo)?.value]).sort(), [
      ['hits_total', 245],
      ['load', waveAt(113)],
    ])

    // The same points into our own store, of a customer of its own.
    const own = await createCustomer(vakt.database)
    const token = await createIngestToken(vakt.database, own.customerId)
    const [load, hits] = makeSeries(own.customerId, host)
    const ownBody = toSnappy(encodeRemoteWrite1([load, hits] as SampleSeries[]))
    assert.equal((await vakt.send('prometheus', token, ownBody, remoteWriteHeaders[1])).statusCode, 204)
    while (await closeBuckets(createContext)) {
      // Until nothing is due.
    }
    const span = { from: slot - 2, to: slot + 8 }
    const readOf = async (store: MetricStore, owner: string, metric: string) => {
      const [one] = await transact((transaction) => store.findSeries(transaction, owner, { metrics: [metric], entityIds: null }))
      assert.ok(one)
      const wanted = aggregations.map((aggregation) => ({ series: one, aggregation }))
      const values = await store.readAggregates(scope, owner, wanted, span)
      const hourly = await store.readBuckets(scope, owner, one, span, 2)
      return { values: Object.fromEntries(aggregations.map((key, i) => [key, [...(values[i] ?? [])]])), hourly }
    }
    for (const metric of ['load', 'hits_total']) {
      const [theirs, ours] = [await readOf(remote, customerId, metric), await readOf(ownMetricStore, own.customerId, metric)]
      for (const aggregation of aggregations) {
        const isIncrease = metric === 'hits_total' && (aggregation === 'sum' || aggregation === 'avg')
        // In its first bucket nothing is known of what a counter had before; a rate over an extrapolated increase is near, not equal.
        const tolerance = isIncrease ? (isExact ? 0.06 : 0.3) : 1e-9
        for (const [index, value] of (ours.values[aggregation] ?? []).entries()) {
          const other = theirs.values[aggregation]?.[index] as number
          if (isIncrease && index <= 2) continue
          const isNear = Number.isNaN(value) ? Number.isNaN(other) : Math.abs(value - other) <= tolerance * Math.max(1, Math.abs(value))
          assert.ok(isNear, `${metric} ${aggregation} of bucket ${index}: ${other} instead of ${value}`)
        }
      }
      assert.deepEqual([...theirs.hourly.no], [...ours.hourly.no])
      assert.deepEqual([...theirs.hourly.count], [...ours.hourly.count])
      assert.deepEqual([...theirs.hourly.max], [...ours.hourly.max])
    }
  })
}

test('a store that does not answer is no missing data', async () => {
  const settings = { url: 'http://127.0.0.1:9', authorization: '', customerLabel: 'c', tenantHeader: '', delaySeconds: 0 }
  const series = { seriesNo: 1, entityId: null, metric: 'a', kind: 'gauge' as const, unit: null, labels: {}, firstSlot: 1 }
  const store = createRemoteMetricStore(settings)
  const reading = () => store.readAggregates(scope, 'c', [{ series, aggregation: 'avg' }], { from: 0, to: 1 })
  await assert.rejects(reading, /metric store does not answer/)
  await assert.rejects(transact(reading), /is asked within a transaction/)
})
