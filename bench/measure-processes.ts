import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { type Figure, readQuantile } from './figures.ts'
import { check, delayOf, makeRuns, openProcessBench, type ProcessBench, priority, sms, tag } from './process-bench.ts'
import { readDatabaseSeconds, readProcessorSeconds } from './processor-seconds.ts'
import { sized } from './sizes.ts'
import type { Vakt } from './start-vakt.ts'

const dueAtOnce = sized(1000, 10)
const rounds = Number(process.env.ROUNDS ?? sized(3, 1))
const idleSeconds = sized(20, 0.2)
const settleMilliseconds = sized(5000, 100)
const waiting = sized(100_000, 100)
const killedRuns = Number(process.env.KILL_RUNS ?? sized(5000, 10))
const restartsWanted = Number(process.env.RESTARTS ?? sized(20, 0))
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
  let nextKill = Date.now() + 5000
  let nextRestart = Date.now() + 4000
  for (;;) {
    const isDone = (await read(`select count(*) from ${runsOf(name)} where outcome is null`)) === 0
    if (isDone && restarts >= restartsWanted) break
    if (Date.now() >= nextKill) {
      worker.kill('SIGKILL')
      worker = await startWorker()
      nextKill = Date.now() + 5000 + Math.random() * 5000
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
