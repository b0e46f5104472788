import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import path from 'node:path'
import pg from 'pg'
import { prepareDatabase } from '#server/platform/database/database.ts'
import { createLog } from '#server/platform/log.ts'
import type { Vakt } from './start-vakt.ts'

/** A step as it is stored; delays of a part of a minute, which the contract does not take, keep the measurement short. */
export type BenchAction = { type: string } & Record<string, unknown>

export const delayOf = (seconds: number): BenchAction => ({
  type: 'delay',
  delayInMinutes: seconds / 60,
  completeActionIfIncidentIsResolved: false,
})
export const tag: BenchAction = { type: 'tag_ticket', tag: 'night', ticketNote: '' }
export const priority: BenchAction = { type: 'update_ticket_priority', ticketPriority: 1, ticketNote: '' }
export const sms: BenchAction = { type: 'sms', phoneNumber: '+46701234567', message: '{resource}: {incident}' }

export const check: BenchAction = { type: 'check_alerting' }

export const customerCount = 10

/** A database of its own beside the one of Vakt, with ten customers, and workers that take the steps of runs. */
export async function openProcessBench(vakt: Vakt) {
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

export type ProcessBench = Awaited<ReturnType<typeof openProcessBench>>

/**
 * So many runs, each on an incident, a resource, a firing alert and a ticket of its own, spread over the customers; each customer has one
 * process for each list of actions. Their jobs are due at `due`, and their first step began a minute before.
 */
export async function makeRuns(
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
