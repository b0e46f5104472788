import { readdir } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import type { Findings } from './storm-checks.ts'
import type { Installation, Query } from './storm-installation.ts'

const sampleMs = 10_000
/** No transaction of Vakt takes as long but a backup. */
const longSeconds = 60

export type DatabaseFigures = {
  /** One a minute: the whole database, and the rows of the work queue. */
  megabytes: number[]
  jobs: number[]
  mostConnections: number
  /** Seconds: the oldest transaction that was seen, and the oldest that did nothing. */
  longestTransaction: number
  longestIdleTransaction: number
}

/** What may grow in the database through a run: its size, its work queue, open transactions and connections. */
export function watchDatabase(query: Query) {
  const figures: DatabaseFigures = { megabytes: [], jobs: [], mostConnections: 0, longestTransaction: 0, longestIdleTransaction: 0 }
  const stopping = new AbortController()
  const ended = (async () => {
    for (let sample = 0; !stopping.signal.aborted; sample++) {
      const [row] = await query<{ connections: number; longest: number; idle: number }>(
        `select count(*)::int as connections, coalesce(max(extract(epoch from now() - xact_start)), 0)::float8 as longest,
           coalesce(max(extract(epoch from now() - state_change)) filter (where state like 'idle in transaction%'), 0)::float8 as idle
         from pg_stat_activity where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`,
      )
      figures.mostConnections = Math.max(figures.mostConnections, row?.connections ?? 0)
      figures.longestTransaction = Math.max(figures.longestTransaction, row?.longest ?? 0)
      figures.longestIdleTransaction = Math.max(figures.longestIdleTransaction, row?.idle ?? 0)
      if (sample % 6 === 0) {
        const [size] = await query<{ megabytes: number; jobs: number }>(
          'select (pg_database_size(current_database()) / 1048576)::int as megabytes, (select count(*)::int from job) as jobs',
        )
        figures.megabytes.push(size?.megabytes ?? 0)
        figures.jobs.push(size?.jobs ?? 0)
      }
      await wait(sampleMs, undefined, { signal: stopping.signal }).catch(() => {})
    }
  })().catch(() => {})
  return {
    figures,
    stop: async () => {
      stopping.abort()
      await ended
    },
  }
}

/** What should be gone once everything is worked through: work of the customers that waits, transactions that never end, files of processes that were killed. */
export async function findLeftovers({ query, dataFolders }: Installation, customerIds: readonly string[]): Promise<Findings> {
  const rows = await query<{ what: string; count: number }>(
    `select 'job of ' || queue || ', ' || state as what, count(*)::int as count from job
       where customer_id = any ($1) and state <> 'failed' and due < now() - interval '1 minute' group by 1
     union all select 'transaction open for ' || extract(epoch from now() - xact_start)::int || ' s: ' || left(query, 100), 1 from pg_stat_activity
       where datname = current_database() and backend_type = 'client backend' and xact_start < now() - make_interval(secs => $2)`,
    [customerIds, longSeconds],
  )
  const files = (await Promise.all(dataFolders().map((folder) => readdir(folder, { recursive: true }).catch(() => [])))).flat()
  if (files.length > 0) rows.push({ what: `file ${files.slice(0, 3).join(', ')}`, count: files.length })
  return {
    count: rows.reduce((sum, { count }) => sum + count, 0),
    examples: rows.slice(0, 10).map(({ what, count }) => `${count} × ${what}`),
  }
}
