import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { prepareDatabase } from '#server/platform/database/database.ts'
import { createLog } from '#server/platform/log.ts'
import { type Figure, readQuantile } from './figures.ts'
import { readDatabaseSeconds, readProcessorSeconds } from './process-figures.ts'
import { sized } from './sizes.ts'
import type { Vakt } from './start-vakt.ts'

/** A step as it is stored; delays of a part of a minute, which the contract does not take, keep the measurement short. */
type BenchAction = { type: string } & Record<string, unknown>

const delayOf = (seconds: number): BenchAction => ({
  type: 'delay',
  delayInMinutes: seconds / 60,
  completeActionIfIncidentIsResolved: false,
})
const tag: BenchAction = { type: 'tag_ticket', tag: 'night', ticketNote: '' }
const priority: BenchAction = { type: 'update_ticket_priority', ticketPriority: 1, ticketNote: '' }
const sms: BenchAction = { type: 'sms', phoneNumber: '+46701234567', message: '{resource}: {incident}' }

const check: BenchAction = { type: 'check_alerting' }

const customerCount = 10

/** A database of its own beside the one of Vakt, with ten customers, and workers that take the steps of runs. */
async function openProcessBench(vakt: Vakt) {
  const connection = { ...vakt.connection, database: `processes_${randomBytes(4).toString('hex')}` }
  await vakt.owner.query(`create database ${connection.database}`)
  const { keyring } = await prepareDatabase(connection, [{ id: 'bench', secret: randomBytes(32) }], createLog('silent'))
  let client: pg.Client | undefined
  /** Asked again on a new connection while the database restarts. */
  async function query<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        if (!client) {
          client = new pg.Client(connection)
          client.on('error', () => {})
          await client.connect()
        }
        return (await client.query<Row>(text, values)).rows
      } catch (error) {
        await client?.end().catch(() => {})
        client = undefined
        if (attempt >= 50) throw error
        await new Promise((resolve) => setTimeout(resolve, 200))
      }
    }
  }
  await query(`insert into customer (customer_id, name) select 'c' || n, 'Customer ' || n from generate_series(1, $1::int) n`, [
    customerCount,
  ])
  const workers = new Set<ChildProcess>()
  return {
    query,
    read: async (sql: string): Promise<number> => Number((await query<{ value: string }>(`select (${sql}) as value`))[0]?.value),
    async startWorker(): Promise<ChildProcess> {
      const PROCESS_WORKER = JSON.stringify({ owner: connection, root: keyring.root.toString('hex') })
      const program = path.join(import.meta.dirname, 'process-worker.ts')
      const guard = path.join(path.dirname(import.meta.dirname), 'scripts', 'stop-with-parent.mjs')
      const child = spawn(process.execPath, ['--import', guard, program], {
        env: { ...process.env, PROCESS_WORKER },
        stdio: ['ignore', 'pipe', 'ignore', 'ipc'],
      })
      workers.add(child)
      await Promise.race([child.stdout ? once(child.stdout, 'data') : null, once(child, 'close')])
      return child
    },
    stopWorkers() {
      for (const child of workers) child.kill('SIGKILL')
      workers.clear()
    },
    async close() {
      this.stopWorkers()
      await client?.end()
      // A connection of its own: the database may have restarted.
      const owner = new pg.Client(vakt.connection)
      await owner.connect()
      await owner.query(`drop database ${connection.database} with (force)`)
      await owner.end()
    },
  }
}

type ProcessBench = Awaited<ReturnType<typeof openProcessBench>>

/**
 * So many runs, each on an incident, a resource, a firing alert and a ticket of its own, spread over the customers; each customer has one
 * process for each list of actions. Their jobs are due at `due`, and their first step began a minute before.
 */
async function makeRuns(
  { query }: ProcessBench,
  { name, count, actions, due }: { name: string; count: number; actions: BenchAction[][]; due: Date },
): Promise<void> {
  await query(
    `insert into entity (customer_id, external_id, external_key, name, host_name, type, source, tags)
     select 'c' || 1 + n % $2::int, $1 || n, $1 || n, $1 || n, $1 || n, 'server', 'bench', '{}' from generate_series(1, $3::int) n`,
    [name, customerCount, count],
  )
  await query(
    `insert into incident (customer_id, entity_id, subject, rule, title, severity, opened_at, changed_at)
     select customer_id, entity_id, entity_id::text, 'bench', 'Disk full on ' || name, 'high', now(), now()
     from entity where external_key like $1 || '%'`,
    [name],
  )
  const incidents = `incident i join entity e on e.customer_id = i.customer_id and e.entity_id = i.entity_id and e.external_key like $1 || '%'`
  await query(
    `insert into alert (customer_id, source, fingerprint, state, severity, name, rule, description, entity_id, incident_id, started_at,
       first_seen_at, last_seen_at, changed_at)
     select i.customer_id, 'bench', e.name, 'firing', 'high', 'bench', 'bench', '', e.entity_id, i.incident_id, now(), now(), now(), now() from ${incidents}`,
    [name],
  )
  await query(
    `insert into ticket (customer_id, subject, description, type, area, status, priority, tags, requester_name, source, incident_id, created_at, modified_at)
     select i.customer_id, i.title, '', 'incident', 'other', 'new', 2, '{}', 'Vakt', 'monitoring', i.incident_id, now(), now() from ${incidents}`,
    [name],
  )
  await query(
    `insert into process (customer_id, name, filter, all_rules, created_at, modified_at)
     select 'c' || c, $1 || ' ' || p, '{"type":[],"resourceGroup":[],"tag":[]}', true, now(), now()
     from generate_series(1, $2::int) c, generate_series(1, $3::int) p`,
    [name, customerCount, actions.length],
  )
  await query(
    `insert into process_version (customer_id, process_id, version, change, at, actor_name, name, description, actions)
     select customer_id, process_id, 1, 'created', now(), 'bench', name, '', a.text::jsonb from process
     join unnest($2::text[]) with ordinality as a (text, position) on process.name = $1 || ' ' || position`,
    [name, actions.map((each) => JSON.stringify(each))],
  )
  await query(
    `with numbered as (select i.*, row_number() over (order by i.incident_id) as n from ${incidents}),
     run as (
       insert into process_run (customer_id, process_id, process_version, incident_id, entity_id, alert_rule, started_at, step_since, waits_for, waits_until)
       select i.customer_id, p.process_id, 1, i.incident_id, i.entity_id, 'bench', $3, $3::timestamptz - interval '1 minute', 'delay', $3
       from numbered i join process p on p.customer_id = i.customer_id and p.name = $1 || ' ' || 1 + (i.n / $4::int) % $2::int
       returning customer_id, run_id)
     insert into job (queue, customer_id, row_id, priority, due) select 'process-run', customer_id, run_id, 0, $3 from run`,
    [name, actions.length, due, customerCount],
  )
  await query('vacuum analyze')
}

const dueAtOnce = sized(1000, 10)
const rounds = Number(process.env.ROUNDS ?? sized(3, 1))
const idleSeconds = sized(20, 0.2)
const settleMilliseconds = sized(5000, 100)
const waiting = sized(100_000, 100)
const killedRuns = Number(process.env.KILL_RUNS ?? sized(5000, 10))
const restartsWanted = Number(process.env.RESTARTS ?? sized(20, 0))
/** Where the runs are only tried they end before. */
const killEveryMs = sized(5000, 60_000)
const longestWaitMs = 600_000

const runsOf = (name: string) =>
  `process_run r join entity e on e.customer_id = r.customer_id and e.entity_id = r.entity_id and e.external_key like '${name}%'`

async function waitForEnd({ read }: ProcessBench, name: string, everyMs: number): Promise<void> {
  for (const end = Date.now() + longestWaitMs; (await read(`select count(*) from ${runsOf(name)} where outcome is null`)) > 0; ) {
    if (Date.now() > end) throw new Error('Not all runs ended in time.')
    await wait(everyMs)
  }
}

/** Delays that are due at the same moment: from then to the start of the next effect, and to the commit of the last one. */
async function measureDueAtOnce(bench: ProcessBench, vakt: Vakt): Promise<Figure[]> {
  const { query, startWorker, stopWorkers } = bench
  const starts: number[] = []
  const ends: number[] = []
  const { pid = 0 } = await startWorker()
  const cost: number[] = []
  for (let round = 1; round <= rounds; round += 1) {
    const name = `due${round}-`
    const actions = [tag, priority, sms].map((effect) => [delayOf(60), check, effect])
    await makeRuns(bench, { name, count: dueAtOnce, actions, due: new Date(Date.now() + 86_400_000) })
    const due = new Date(Date.now() + sized(5000, 1000))
    await query(`update process_run set step_since = $1::timestamptz - interval '1 minute', waits_until = $1 where outcome is null`, [due])
    await query('update job set due = $1', [due])
    await wait(due.getTime() - Date.now() - 500)
    const before = readProcessorSeconds(pid) + readDatabaseSeconds(vakt.databasePid)
    await waitForEnd(bench, name, 1000)
    cost.push(((readProcessorSeconds(pid) + readDatabaseSeconds(vakt.databasePid) - before) / dueAtOnce) * 1000)
    const rows = await query<{ start: number; end: number }>(
      `select extract(epoch from s.started_at - $1::timestamptz)::float8 * 1000 as start, extract(epoch from r.ended_at - $1::timestamptz)::float8 * 1000 as end
       from ${runsOf(name)} join process_run_step s on s.customer_id = r.customer_id and s.run_id = r.run_id and s.step = 2`,
      [due],
    )
    const startsOfRound = rows.map(({ start }) => start)
    starts.push(readQuantile(startsOfRound, 0.95))
    ends.push(Math.max(...rows.map(({ end }) => end)))
  }
  stopWorkers()
  const count = dueAtOnce.toLocaleString('en')
  return [
    { name: `${count} delays due at once: start of the next effect, p95`, unit: 'ms', values: starts, goal: { atMost: 1000 } },
    { name: '  … the last transaction began', unit: 'ms', values: ends },
    { name: '  … processor time of worker and database for a run', unit: 'ms', values: cost },
  ]
}

async function measureWaiting(bench: ProcessBench, vakt: Vakt): Promise<Figure[]> {
  const { pid = 0 } = await bench.startWorker()
  await wait(settleMilliseconds)
  const measure = async () => {
    const before = [readProcessorSeconds(pid), readDatabaseSeconds(vakt.databasePid)]
    await wait(idleSeconds * 1000)
    const after = [readProcessorSeconds(pid), readDatabaseSeconds(vakt.databasePid)]
    return after.map((value, index) => ((value - (before[index] ?? 0)) / idleSeconds) * 100)
  }
  const [, without = 0] = await measure()
  // Past the triggers, which these runs never need.
  await bench.query('set session_replication_role = replica')
  await makeRuns(bench, { name: 'waiting-', count: waiting, actions: [[delayOf(86_400), tag]], due: new Date(Date.now() + 86_400_000) })
  await wait(settleMilliseconds)
  const [worker = 0, database = 0] = await measure()
  bench.stopWorkers()
  return [
    { name: '100,000 waiting delays: worker', unit: '% of a core', values: [worker], goal: { atMost: 1 } },
    {
      ...{ name: '100,000 waiting delays: database, more than without', unit: '% of a core' },
      ...{ values: [Math.max(0, database - without)], goal: { atMost: 1 } },
    },
  ]
}

/** One of its processes is killed: PostgreSQL ends all sessions, and starts again from its log. */
async function restartDatabase({ query }: ProcessBench, vakt: Vakt): Promise<void> {
  const [row] = await query<{ pid: number }>('select pg_backend_pid() as pid')
  const parent = row && /^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${row.pid}/status`, 'utf8'))?.[1]
  if (row && Number(parent) === vakt.databasePid) process.kill(row.pid, 'SIGKILL')
}

/** Five steps with delays of 0 to 20 s, while the worker is killed every 5 to 10 s and the database restarts. */
async function measureKills(bench: ProcessBench, vakt: Vakt): Promise<Figure[]> {
  const { read, startWorker } = bench
  const name = 'killed-'
  const actions = Array.from({ length: 5 }, (_, index) => [tag, delayOf(index * sized(5, 0.1)), check, sms, { ...tag, tag: 'later' }])
  await makeRuns(bench, { name, count: killedRuns, actions, due: new Date() })
  let kills = 0
  let restarts = 0
  let worker = await startWorker()
  let nextKill = Date.now() + killEveryMs
  let nextRestart = Date.now() + 4000
  for (;;) {
    const isDone = (await read(`select count(*) from ${runsOf(name)} where outcome is null`)) === 0
    if (isDone && restarts >= restartsWanted) break
    if (Date.now() >= nextKill) {
      worker.kill('SIGKILL')
      worker = await startWorker()
      nextKill = Date.now() + killEveryMs * (1 + Math.random())
      kills += 1
    }
    if (restarts < restartsWanted && Date.now() >= nextRestart) {
      await restartDatabase(bench, vakt)
      nextRestart = Date.now() + 4000
      restarts += 1
    }
    await wait(500)
  }
  bench.stopWorkers()
  const finished = await read(`select count(*) from ${runsOf(name)} where outcome = 'finished'`)
  const uneven = `select 1 from ${runsOf(name)} left join process_run_step s on s.customer_id = r.customer_id and s.run_id = r.run_id
    group by r.run_id having count(s.step) <> 5`
  // An effect is a row of the outbox and of the audit log: one for each step that has one.
  const messages = await read(
    `select count(*) from mail_delivery where kind = 'process' and incident_id in (select r.incident_id from ${runsOf(name)})`,
  )
  const recorded = await read(
    `select count(*) from recorded_action where action = 'process-run.step' and target in (select 'process run ' || r.run_id from ${runsOf(name)})`,
  )
  const count = killedRuns.toLocaleString('en')
  return [
    { name: `${count} runs of five steps: kills of the worker`, unit: '', values: [kills] },
    { name: '  … restarts of the database', unit: '', values: [restarts] },
    { name: '  … runs that did not finish', unit: '', values: [killedRuns - finished], goal: { atMost: 0 } },
    { name: '  … runs with a step missing', unit: '', values: [await read(`select count(*) from (${uneven}) u`)], goal: { atMost: 0 } },
    {
      name: '  … effects more or fewer than one for each step',
      unit: '',
      values: [Math.abs(messages - killedRuns) + Math.abs(recorded - killedRuns * 3)],
      goal: { atMost: 0 },
    },
  ]
}

const parts = { due: measureDueAtOnce, kills: measureKills, waiting: measureWaiting }

/**
 * Runs of processes: delays that are due at once, kills, and delays that wait. `PROCESS_PARTS` names those to measure, `ROUNDS` how often delays
 * are due at once, `KILL_RUNS` and `RESTARTS` how many runs and restarts of the database there are.
 */
export async function measureProcesses(vakt: Vakt): Promise<Figure[]> {
  const wanted = (process.env.PROCESS_PARTS ?? Object.keys(parts).join()).split(',')
  const bench = await openProcessBench(vakt)
  try {
    const figures: Figure[] = []
    for (const [name, measure] of Object.entries(parts)) if (wanted.includes(name)) figures.push(...(await measure(bench, vakt)))
    return figures
  } finally {
    await bench.close()
  }
}
