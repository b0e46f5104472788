import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { slotOf } from '@vakt/domain/metrics/bucket.ts'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { createCustomer, createEntity, createIngestToken } from '#server/testing/factories.ts'
import { findFreePort, findProgram, startProgram, until } from '#server/testing/real-program.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import { silentLog } from '#server/testing/test-database.ts'
import { closeBuckets } from './close-buckets.ts'
import { matchNewSeries } from './match-series.ts'
import { ownMetricStore } from './own-metric-store.ts'

const prometheus = findProgram('PROMETHEUS_PATH', 'prometheus')
const exporter = findProgram('NODE_EXPORTER_PATH', 'prometheus-node-exporter')
const skip = prometheus && exporter ? false : 'There is no Prometheus with node exporter here.'

const stops: (() => Promise<unknown>)[] = []
after(async () => {
  for (const stop of stops.reverse()) await stop()
})

const configuration = (url: string, token: string, target: string, host: string) => `
global: { scrape_interval: 1s, scrape_timeout: 1s }
scrape_configs:
  - job_name: node
    static_configs:
      - targets: ['${target}']
    relabel_configs:
      - { target_label: instance, replacement: '${host}:9100' }
remote_write:
  - url: ${url}/ingest/v1/prometheus/api/v1/write
    authorization: { credentials: ${token} }
    queue_config: { batch_send_deadline: 200ms }
    metadata_config: { send: true, send_interval: 1s }
`

type Answer = { data: { result: { metric: Record<string, string>; value: [number, string] }[] } }

test('a real Prometheus with node exporter: every series is the entity’s, and every bucket what Prometheus itself says', {
  skip,
}, async () => {
  const vakt = await createTestApp()
  stops.push(vakt.close)
  const { customerId } = await createCustomer(vakt.database)
  const { entityId, name: host } = await createEntity(vakt.database, customerId)
  const token = await createIngestToken(vakt.database, customerId)
  const url = await vakt.app.listen({ port: 0, host: '127.0.0.1' })
  const folder = await mkdtemp(path.join(os.tmpdir(), 'vakt-prometheus-'))
  stops.push(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  const target = `127.0.0.1:${await findFreePort()}`
  const node = await startProgram(exporter as string, [`--web.listen-address=${target}`], `http://${target}/`)
  const address = `127.0.0.1:${await findFreePort()}`
  const file = path.join(folder, 'prometheus.yml')
  await writeFile(file, configuration(url, token, target, host))
  const words = [`--config.file=${file}`, `--storage.tsdb.path=${folder}`, `--web.listen-address=${address}`]
  stops.push((await startProgram(prometheus as string, words, `http://${address}/-/ready`)).stop)
  const ask = async (query: string) => {
    const response = await fetch(`http://${address}/api/v1/query?${new URLSearchParams({ query })}`)
    return ((await response.json()) as Answer).data.result
  }
  const numberOf = async (query: string) => Number((await ask(query))[0]?.value[1] ?? 0)

  await until(async () => (await numberOf('count_over_time(up{job="node"}[1h])')) >= 8)
  await node.stop()
  // The target is down: its series end with stale markers, and everything before is sent.
  await until(async () => (await numberOf('up{job="node"}')) === 0 && (await ask('node_load1')).length === 0)
  const sent = 'prometheus_remote_storage_samples_pending'
  await until(async () => {
    const text = await (await fetch(`http://${address}/metrics`)).text()
    return [...text.matchAll(new RegExp(`^${sent}\\{.*\\} (\\d+)$`, 'gm'))].every(([, pending]) => pending === '0')
  })

  const createContext = () => ({
    actor: { type: 'system' as const, job: 'test' },
    now: new Date(Date.now() + 600_000),
    pool: vakt.database.worker,
    log: silentLog,
    requestId: null,
    isStaff: false,
  })
  while (await matchNewSeries(createContext)) {
    // Until all are matched.
  }
  while (await closeBuckets(createContext)) {
    // Until nothing is due.
  }
  const functions = { count: 'count_over_time', min: 'min_over_time', max: 'max_over_time', last: 'last_over_time' } as const
  const now = slotOf(Date.now())
  const span = { from: now - 2, to: now + 1 }
  const scope = { pool: vakt.database.worker }
  const series = await workForAllCustomers(scope, (transaction) =>
    ownMetricStore.findSeries(transaction, customerId, { metrics: null, entityIds: [entityId] }),
  )
  const read = (aggregation: keyof typeof functions) =>
    ownMetricStore.readAggregates(
      scope,
      customerId,
      series.map((one) => ({ series: one, aggregation })),
      span,
    )
  const values = { count: await read('count'), min: await read('min'), max: await read('max'), last: await read('last') }
  assert.ok(series.length > 100, `${series.length} series`)
  assert.equal(series.find(({ metric }) => metric === 'node_cpu_seconds_total')?.kind, 'counter')
  assert.equal(series.find(({ metric }) => metric === 'node_load1')?.kind, 'gauge')
  const keyOf = (metric: string | undefined, labels: Record<string, string>) =>
    JSON.stringify([
      metric,
      ...Object.entries(labels)
        .filter(([name]) => name !== '__name__')
        .sort(),
    ])
  const indexOf = new Map(series.map(({ metric, labels }, index) => [keyOf(metric, labels), index]))
  const merge = {
    count: (all: number[]) => all.reduce((a, b) => a + b, 0),
    min: (all: number[]) => Math.min(...all),
    max: (all: number[]) => Math.max(...all),
    last: (all: number[]) => all.at(-1),
  }
  for (const [name, query] of Object.entries(functions) as [keyof typeof functions, string][]) {
    for (const metric of ['node_load1', 'node_memory_MemFree_bytes', 'node_filesystem_size_bytes', 'node_cpu_seconds_total']) {
      const theirs = await ask(`${query}(${metric}{job="node"}[15m])`)
      assert.ok(theirs.length > 0, metric)
      for (const { metric: labels, value } of theirs) {
        const index = indexOf.get(keyOf(metric, labels))
        assert.ok(index !== undefined, JSON.stringify(labels))
        const ours = [...(values[name][index] ?? [])].filter((one) => !Number.isNaN(one))
        assert.equal(merge[name](ours), Number(value[1]), `${name} of ${metric} ${JSON.stringify(labels)}`)
      }
    }
  }
})
