import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { openDatabase, prepareDatabase } from '#server/platform/database/database.ts'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { claimJobsForAllCustomers } from '#server/platform/jobs/job-table.ts'
import { createLog } from '#server/platform/log.ts'
import { type Figure, readQuantile } from './figures.ts'
import { readDatabaseSeconds, readProcessorSeconds } from './process-figures.ts'
import { sized } from './sizes.ts'
import type { Vakt } from './start-vakt.ts'

const churned = Number(process.env.JOBS ?? sized(200_000, 200))
const killedEveryMilliseconds = 5000
const idleSeconds = sized(20, 0.2)
const settleMilliseconds = sized(3000, 100)
const waiting = sized(100_000, 200)
const started = sized(50, 2)

/** A database of its own beside the one of Vakt, with two customers and tables for what the workers did. */
async function openBench(vakt: Vakt) {
  const log = createLog('silent')
  const connection = { ...vakt.connection, database: `queue_${randomBytes(4).toString('hex')}` }
  await vakt.owner.query(`create database ${connection.database}`)
  const { keyring } = await prepareDatabase(connection, [{ id: 'bench', secret: randomBytes(32) }], log)
  const owner = new pg.Client(connection)
  await owner.connect()
  await owner.query(`
    insert into customer (customer_id, name) values ('busy', 'Busy'), ('quiet', 'Quiet');
    create schema bench; grant usage on schema bench to vakt_worker;
    create table bench.inside (row_id text); create table bench.outside (row_id text);
    create table bench.start (row_id text, at timestamptz default clock_timestamp());
    grant insert on all tables in schema bench to vakt_worker`)
  const database = await openDatabase(connection, keyring, log)
  const children = new Set<ChildProcess>()
  function startWorker(): ChildProcess {
    const QUEUE_WORKER = JSON.stringify({ owner: connection, root: keyring.root.toString('hex') })
    const child = spawn(process.execPath, [path.join(import.meta.dirname, 'queue-worker.ts')], { env: { ...process.env, QUEUE_WORKER } })
    children.add(child)
    return child
  }
  const stopWorkers = () => {
    for (const child of children) child.kill('SIGKILL')
    children.clear()
  }
  const enqueue = (queue: string, customer: string, count: number, { key = '', due = 'now()', prefix = customer } = {}) =>
    owner.query(
      `insert into job (queue, customer_id, row_id, key, due) select $1, $2, $3 || n, $4, ${due} from generate_series(1, $5::int) n`,
      [queue, customer, `${prefix}-`, key, count],
    )
  const read = async (sql: string): Promise<number> => Number((await owner.query(`select (${sql}) as value`)).rows[0]?.value)
  const clear = () => owner.query('delete from job')
  async function close() {
    stopWorkers()
    await Promise.all([owner.end(), database.close()])
    await vakt.owner.query(`drop database ${connection.database} with (force)`)
  }
  return { owner, database, startWorker, stopWorkers, enqueue, read, clear, close }
}

type Bench = Awaited<ReturnType<typeof openBench>>

async function measureKills({ startWorker, stopWorkers, enqueue, read }: Bench): Promise<Figure[]> {
  const count = sized(5000, 50)
  await enqueue('bench-effects', 'busy', count)
  const workers = [startWorker(), startWorker()]
  let kills = 0
  const isDone = async () => (await read("select count(*) from job where queue = 'bench-effects'")) === 0
  for (let last = performance.now(); !(await isDone()); await wait(200)) {
    if (performance.now() - last < killedEveryMilliseconds) continue
    last = performance.now()
    workers[kills % 2]?.kill('SIGKILL')
    workers[kills % 2] = startWorker()
    kills += 1
  }
  stopWorkers()
  const doubled = (table: string) => read(`select count(*) from (select from bench.${table} group by row_id having count(*) > 1) d`)
  return [
    { name: 'kills of one of two workers', unit: '', values: [kills] },
    {
      name: 'lost of 5,000 jobs',
      unit: '',
      values: [count - (await read('select count(distinct row_id) from bench.inside'))],
      goal: { atMost: 0 },
    },
    { name: 'done twice, within the transaction', unit: '', values: [await doubled('inside')], goal: { atMost: 0 } },
    { name: 'done twice, outside it', unit: '', values: [await doubled('outside')] },
  ]
}

async function measureIdle({ startWorker, stopWorkers, enqueue, clear, owner }: Bench, vakt: Vakt): Promise<Figure[]> {
  const { pid = 0 } = startWorker()
  await wait(settleMilliseconds)
  const measure = async () => {
    const before = [readProcessorSeconds(pid), readDatabaseSeconds(vakt.databasePid)]
    await wait(idleSeconds * 1000)
    const after = [readProcessorSeconds(pid), readDatabaseSeconds(vakt.databasePid)]
    return after.map((value, index) => ((value - (before[index] ?? 0)) / idleSeconds) * 100)
  }
  const [, without = 0] = await measure()
  await enqueue('bench-starts', 'busy', waiting, { due: "now() + interval '1 day'" })
  await owner.query('vacuum analyze job')
  await wait(settleMilliseconds)
  const [worker = 0, database = 0] = await measure()
  stopWorkers()
  await clear()
  return [
    { name: '100,000 jobs that are due later: worker', unit: '% of a core', values: [worker], goal: { atMost: 1 } },
    {
      name: '100,000 jobs that are due later: database, more than without',
      unit: '% of a core',
      values: [Math.max(0, database - without)],
      goal: { atMost: 1 },
    },
  ]
}

/** From the enqueueing to the start, in milliseconds, one job after the other. */
async function measureStarts({ database, owner, read }: Bench, queue: string, count: number): Promise<number[]> {
  for (let n = 0; n < count; n += 1) {
    await owner.query(`insert into job (queue, customer_id, row_id, due) values ($1, 'quiet', $2, clock_timestamp())`, [
      queue,
      `quiet-${queue}-${n}`,
    ])
    await database.worker.query("notify vakt_job, ''")
    await wait(100)
  }
  while ((await read(`select count(*) from bench.start where row_id like 'quiet-${queue}-%'`)) < count) await wait(50)
  const { rows } = await owner.query<{ milliseconds: number }>(
    `select extract(epoch from s.at - e.at)::float8 * 1000 as milliseconds from bench.start s join bench.enqueued e using (row_id) where row_id like $1`,
    [`quiet-${queue}-%`],
  )
  return rows.map(({ milliseconds }) => milliseconds)
}

async function measureFairness(bench: Bench): Promise<Figure[]> {
  const { owner, startWorker, stopWorkers, enqueue, clear } = bench
  await owner.query(`create table bench.enqueued (row_id text, at timestamptz);
    create function bench.note() returns trigger language plpgsql security definer as $$
      begin insert into bench.enqueued values (new.row_id, clock_timestamp()); return new; end $$;
    create trigger note after insert on job for each row when (new.customer_id = 'quiet') execute function bench.note()`)
  startWorker()
  await enqueue('bench-starts', 'busy', waiting)
  await owner.query('vacuum analyze job')
  await wait(settleMilliseconds)
  const quiet = await measureStarts(bench, 'bench-starts', started)
  await clear()
  await enqueue('bench-deliveries', 'busy', sized(3000, 20), { key: 'dead' })
  await wait(settleMilliseconds)
  const delivered = await measureStarts(bench, 'bench-deliveries', started)
  stopWorkers()
  await clear()
  return [
    {
      name: 'start of a job behind 100,000 of another customer, p95',
      unit: 'ms',
      values: [readQuantile(quiet, 0.95)],
      goal: { atMost: 1000 },
    },
    {
      name: 'delivery beside a dead webhook with 3,000 waiting, p95',
      unit: 'ms',
      values: [readQuantile(delivered, 0.95)],
      goal: { atMost: 5000 },
    },
  ]
}

async function measureClaim({ database, enqueue }: Bench, prefix: string): Promise<number> {
  await enqueue('bench-claim', 'quiet', 20, { prefix })
  const room = [{ queue: 'bench-claim', free: 1, maxPerCustomer: 100, maxPerKey: 100, leaseSeconds: 60 }]
  const times: number[] = []
  for (let n = 0; n < 20; n += 1) {
    const start = performance.now()
    await workForAllCustomers({ pool: database.worker }, (transaction) => claimJobsForAllCustomers(transaction, room, null))
    times.push(performance.now() - start)
  }
  return readQuantile(times, 0.5)
}

async function measureChurn(bench: Bench): Promise<Figure[]> {
  const { startWorker, stopWorkers, enqueue, read } = bench
  const before = await measureClaim(bench, 'before')
  await enqueue('bench-churn', 'busy', churned)
  const start = performance.now()
  startWorker()
  startWorker()
  while ((await read("select count(*) from job where queue = 'bench-churn'")) > 0) await wait(200)
  const seconds = (performance.now() - start) / 1000
  const after = await measureClaim(bench, 'after')
  stopWorkers()
  return [
    { name: `jobs that do nothing, two workers, ${churned.toLocaleString('en')}`, unit: '/s', values: [churned / seconds] },
    { name: 'claim before', unit: 'ms', values: [before] },
    { name: 'claim after', unit: 'ms', values: [after] },
  ]
}

/** The work queue by itself: kills, waiting jobs, fairness and churn. `JOBS` says how many jobs are churned. */
export async function measureWorkQueue(vakt: Vakt): Promise<Figure[]> {
  const bench = await openBench(vakt)
  try {
    return [
      ...(await measureKills(bench)),
      ...(await measureIdle(bench, vakt)),
      ...(await measureFairness(bench)),
      ...(await measureChurn(bench)),
    ]
  } finally {
    await bench.close()
  }
}
