import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type Figure, readMedian, readQuantile } from './figures.ts'
import { bareTool, measureBareSql, postTool, sendPosts } from './load.ts'
import { sized } from './sizes.ts'
import type { Vakt } from './start-vakt.ts'

const rounds = sized(3, 1)
const warmUps = sized(2, 0)

/** Scraping empties the histogram, so each answer tells of the time since the last one. */
async function readEventLoopDelay({ metrics }: Vakt): Promise<number> {
  const text = await (await fetch(metrics)).text()
  return Number(/^vakt_nodejs_eventloop_lag_p99_seconds (\S+)/m.exec(text)?.[1]) * 1000
}

async function countStored({ owner }: Vakt): Promise<number> {
  const { rows } = await owner.query<{ count: number }>('select count(*)::int as count from signal')
  return rows[0]?.count ?? 0
}

async function waitForWorker({ owner }: Vakt): Promise<number> {
  const start = performance.now()
  for (;;) {
    const { rows } = await owner.query<{ waits: boolean }>("select exists (select from signal where state = 'pending') as waits")
    if (!rows[0]?.waits) return (performance.now() - start) / 1000
    await wait(100)
  }
}

async function measureDurableInserts(vakt: Vakt): Promise<number> {
  const body = Buffer.from(createNotification(1)).toString('hex')
  await vakt.owner.query(
    'create schema if not exists bench; drop table if exists bench.signal; create table bench.signal (like signal including all)',
  )
  const rate = await measureBareSql(
    vakt,
    `insert into bench.signal (customer_id, token_id, format, content_type, body)
     values ('1001', '00000000-0000-4000-8000-000000000000', 'alertmanager', 'application/json', '\\x${body}')`,
  )
  await vakt.owner.query('drop table bench.signal')
  return rate
}

async function measureRound(vakt: Vakt, alertsInOne: number) {
  const before = await countStored(vakt)
  await readEventLoopDelay(vakt)
  const { perSecond, answered, p99, evenlySentP99 } = await sendPosts({
    url: vakt.origin,
    path: '/ingest/v1/alertmanager',
    headers: { authorization: `Bearer ${vakt.ingestToken}`, 'content-type': 'application/json' },
    bodies: Array.from({ length: 2000 / alertsInOne }, () => createNotification(alertsInOne)),
  })
  const loopDelay = await readEventLoopDelay(vakt)
  const stored = (await countStored(vakt)) - before
  if (stored < answered) throw new Error(`${answered} signals were acknowledged, but only ${stored} are stored.`)
  return { perSecond, p99, evenlySentP99, loopDelay, catchUp: await waitForWorker(vakt) }
}

/** Signals that come in while the worker works them through, in the same process. */
export async function measureIngest(vakt: Vakt): Promise<Figure[]> {
  const bare: number[] = []
  const singles: Awaited<ReturnType<typeof measureRound>>[] = []
  const hundreds: Awaited<ReturnType<typeof measureRound>>[] = []
  // The first seconds tell how fast the code is compiled, not how fast it is.
  for (let round = 0; round < warmUps; round += 1) await measureRound(vakt, 1)
  for (let round = 0; round < rounds; round += 1) {
    bare.push(await measureDurableInserts(vakt))
    singles.push(await measureRound(vakt, 1))
    hundreds.push(await measureRound(vakt, 100))
  }
  const alertmanager = await measureAlertmanager()
  const evenly = singles.flatMap(({ evenlySentP99 }) => evenlySentP99 ?? [])
  const ratios = singles.map(({ perSecond }, round) => perSecond / (bare[round] ?? 1))
  return [
    { name: `durable single-row inserts, ${bareTool}`, unit: '/s', values: bare },
    { name: `ingest, 1 alert a request, by ${postTool}`, unit: '/s', values: singles.map(({ perSecond }) => perSecond) },
    { name: `  … of the inserts by ${bareTool}`, unit: '×', values: ratios, goal: { atLeast: 0.3 } },
    ...(alertmanager.length > 0 ? [{ name: 'Alertmanager: from post to webhook, p99', unit: 'ms', values: alertmanager }] : []),
    {
      name: 'ingest, 1 alert a request, p99 to 202',
      unit: 'ms',
      values: singles.map(({ p99 }) => p99),
      ...(alertmanager.length > 0 && { goal: { atMost: readMedian(alertmanager) } }),
    },
    ...(evenly.length > 0 ? [{ name: '  … had they been sent at an even pace, p99', unit: 'ms', values: evenly }] : []),
    { name: '  … event loop delay, p99', unit: 'ms', values: singles.map(({ loopDelay }) => loopDelay), goal: { atMost: 50 } },
    { name: '  … then the worker is done after', unit: 's', values: singles.map(({ catchUp }) => catchUp) },
    {
      name: `ingest, 100 alerts a request, alerts, by ${postTool}`,
      unit: '/s',
      values: hundreds.map(({ perSecond }) => perSecond * 100),
      goal: { atLeast: 15_000 },
    },
    { name: '  … event loop delay, p99', unit: 'ms', values: hundreds.map(({ loopDelay }) => loopDelay), goal: { atMost: 50 } },
    { name: '  … then the worker is done after', unit: 's', values: hundreds.map(({ catchUp }) => catchUp) },
  ]
}

/** So many conditions there are in the world of the load; after them they repeat, as Alertmanager repeats what goes on firing. */
const conditions = 10_000
let next = 0

const createAlert = (number: number) => ({
  status: 'firing',
  labels: {
    alertname: `HighRequestLatency${number % 40}`,
    severity: 'high',
    instance: `node-${number}.bench.example:9100`,
    job: 'node',
    namespace: 'shop',
    cluster: 'weu-1',
  },
  annotations: { summary: 'Requests take too long', description: 'The 99th percentile has been above one second for ten minutes.' },
  startsAt: new Date().toISOString(),
  endsAt: '0001-01-01T00:00:00Z',
  generatorURL: 'http://prometheus.bench.example/graph?g0.expr=histogram_quantile&g0.tab=1',
  fingerprint: `bench${number}`,
})

/** A notification as Alertmanager sends it, about the next so many conditions. */
function createNotification(count: number): string {
  const alerts = Array.from({ length: count }, () => createAlert(next++ % conditions))
  return JSON.stringify({
    version: '4',
    groupKey: '{}:{alertname="HighRequestLatency"}',
    truncatedAlerts: 0,
    status: 'firing',
    receiver: 'vakt',
    groupLabels: { alertname: 'HighRequestLatency' },
    commonLabels: { severity: 'high', job: 'node' },
    commonAnnotations: {},
    externalURL: 'http://alertmanager.bench.example:9093',
    alerts,
  })
}

const posters = 8
const alertsOfPoster = sized(100, 1)

const folders = (process.env.PATH ?? '').split(path.delimiter)
const program =
  process.env.ALERTMANAGER_PATH ??
  folders.flatMap((folder) => ['prometheus-alertmanager', 'alertmanager'].map((name) => path.join(folder, name))).find(existsSync)

/** Every alert is a group of its own, notified at once. */
const configuration = (url: string) => `
route: { receiver: hook, group_by: ['...'], group_wait: 0s, group_interval: 1m, repeat_interval: 1h }
receivers:
  - name: hook
    webhook_configs: [{ url: '${url}', send_resolved: false }]
`

/** A webhook that answers at once and tells which alerts it heard of. */
async function openWebhook() {
  const waiting = new Map<string, () => void>()
  const read = async (request: IncomingMessage) => {
    let text = ''
    for await (const chunk of request) text += chunk
    for (const { labels } of (JSON.parse(text) as { alerts: { labels: { id: string } }[] }).alerts) waiting.get(labels.id)?.()
  }
  const server = createServer((request, response) => void read(request).then(() => response.end())).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    hear: (id: string) => new Promise<void>((resolve) => waiting.set(id, resolve)),
    close: () => server.close(),
  }
}

async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  return port
}

async function startAlertmanager(program: string, webhook: string) {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'vakt-alertmanager-'))
  const file = path.join(folder, 'alertmanager.yml')
  await writeFile(file, configuration(webhook))
  const address = `127.0.0.1:${await findFreePort()}`
  const words = [`--config.file=${file}`, `--storage.path=${folder}`, `--web.listen-address=${address}`, '--cluster.listen-address=']
  const child = spawn(program, words, { stdio: 'ignore' })
  const closed = once(child, 'close')
  while (!(await fetch(`http://${address}/-/ready`).catch(() => null))?.ok) {
    if (child.exitCode !== null) throw new Error('The Alertmanager ended before it was ready.')
    await wait(50)
  }
  return {
    alerts: `http://${address}/api/v2/alerts`,
    async stop() {
      child.kill('SIGTERM')
      await closed
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The p99 of the milliseconds from posting an alert to its arrival at a webhook, for each round; 8 posters wait for their alert each time. Empty without an Alertmanager. */
async function measureAlertmanager(): Promise<number[]> {
  if (!program) return []
  const webhook = await openWebhook()
  const alertmanager = await startAlertmanager(program, webhook.url)
  const headers = { 'content-type': 'application/json' }
  const notify = async (id: string) => {
    const start = performance.now()
    const heard = webhook.hear(id)
    const answer = await fetch(alertmanager.alerts, {
      method: 'POST',
      headers,
      body: JSON.stringify([{ labels: { alertname: 'Bench', id } }]),
    })
    if (!answer.ok) throw new Error(`The Alertmanager refused an alert: ${await answer.text()}`)
    await heard
    return performance.now() - start
  }
  try {
    const p99: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      const times: number[] = []
      const post = async (poster: number) => {
        for (let number = 0; number < alertsOfPoster; number += 1) times.push(await notify(`${round}-${poster}-${number}`))
      }
      await Promise.all(Array.from({ length: posters }, (_, poster) => post(poster)))
      p99.push(readQuantile(times, 0.99))
    }
    return p99
  } finally {
    await alertmanager.stop()
    webhook.close()
  }
}
