import { setTimeout as wait } from 'node:timers/promises'
import { createNotification } from './alerts.ts'
import { bareTool, measureBareSql } from './bare-sql.ts'
import { type Figure, readMedian } from './figures.ts'
import { measureAlertmanager } from './measure-alertmanager.ts'
import { postTool, sendPosts } from './send-posts.ts'
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
