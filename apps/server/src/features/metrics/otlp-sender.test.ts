import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { OTLPMetricExporter as JsonExporter } from '@opentelemetry/exporter-metrics-otlp-http'
import { OTLPMetricExporter as ProtobufExporter } from '@opentelemetry/exporter-metrics-otlp-proto'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { AggregationTemporality, MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { createCustomer, createEntity, createIngestToken } from '#server/testing/factories.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import { silentLog } from '#server/testing/test-database.ts'
import { closeBuckets } from './close-buckets.ts'
import { matchNewSeries } from './match-series.ts'
import { ownMetricStore } from './own-metric-store.ts'
import { dimensionsOf } from './series-dimensions.ts'

const vakt = await createTestApp()
after(vakt.close)
await vakt.app.listen({ port: 0, host: '127.0.0.1' })
const { port } = vakt.app.server.address() as AddressInfo
const base = `http://127.0.0.1:${port}/ingest/v1/otlp`

const createContext = (now = new Date(Date.now() + 600_000)) => ({
  actor: { type: 'system' as const, job: 'test' },
  now,
  pool: vakt.database.worker,
  log: silentLog,
  requestId: null,
  isStaff: false,
})

const senders = { protobuf: ProtobufExporter, json: JsonExporter }

for (const [encoding, Exporter] of Object.entries(senders)) {
  for (const temporality of [AggregationTemporality.CUMULATIVE, AggregationTemporality.DELTA]) {
    test(`the OpenTelemetry SDK sends ${AggregationTemporality[temporality].toLowerCase()} metrics as ${encoding}`, async () => {
      const { customerId } = await createCustomer(vakt.database)
      const { entityId } = await createEntity(vakt.database, customerId, { name: 'shop-7' })
      const token = await createIngestToken(vakt.database, customerId)
      const exporter = new Exporter({
        url: `${base}/v1/metrics`,
        headers: { authorization: `Bearer ${token}` },
        temporalityPreference: temporality as number,
      })
      const reader = new PeriodicExportingMetricReader({ exporter, exportIntervalMillis: 3_600_000 })
      const resource = resourceFromAttributes({ 'host.name': 'shop-7', 'service.name': 'shop', 'process.pid': 17 })
      const provider = new MeterProvider({ readers: [reader], resource })
      const meter = provider.getMeter('shop')
      meter.createCounter('orders', { unit: '1' }).add(3, { channel: 'web' })
      meter.createGauge('queue.length').record(42)
      meter.createHistogram('duration', { unit: 'ms' }).record(120)
      await provider.shutdown()

      await matchNewSeries(createContext)
      while (await closeBuckets(createContext)) {
        // Until nothing is due.
      }
      const scope = { pool: vakt.database.worker }
      const series = await inTransaction(scope, customerId, (transaction) =>
        ownMetricStore.findSeries(transaction, customerId, { metrics: null, entityIds: [entityId] }),
      )
      const latest = await ownMetricStore.readLatest(scope, customerId, series, new Date())
      const found = Object.fromEntries(series.map((one) => [one.metric, [one.kind, one.unit, latest.get(one.seriesNo)?.value]]))
      const summed = temporality === AggregationTemporality.DELTA ? 'delta' : 'counter'
      assert.deepEqual(found, {
        orders: [summed, '1', 3],
        'queue.length': ['gauge', null, 42],
        duration_count: [summed, null, 1],
        duration_sum: [summed, 'ms', 120],
      })
      const orders = series.find(({ metric }) => metric === 'orders')
      assert.equal(orders && dimensionsOf(orders).channel, 'web')
    })
  }
}

test('the SDK is told of a token that is not known, and does not try again', async () => {
  const exporter = new ProtobufExporter({ url: `${base}/v1/metrics`, headers: { authorization: 'Bearer vakt_ing_wrong' } })
  const reader = new PeriodicExportingMetricReader({ exporter, exportIntervalMillis: 3_600_000 })
  const provider = new MeterProvider({ readers: [reader] })
  provider.getMeter('shop').createGauge('load').record(1)
  const { resourceMetrics } = await reader.collect()
  const { error } = await new Promise<{ error?: Error }>((resolve) => exporter.export(resourceMetrics, resolve))
  assert.equal((error as Error & { code?: number })?.code, 401)
  await provider.shutdown().catch(() => undefined)
})
