import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync, readFileSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { isTrial } from './sizes.ts'

const root = path.dirname(import.meta.dirname)
const { serverOptions }: { serverOptions: string[] } = await import(path.join(root, 'scripts', 'server-options.mjs'))
const startsWithinMilliseconds = 300_000

/** One Vakt as `npm start` runs it, with its demo content and an embedded database in a folder of its own, which `BENCH_DATA` names to keep it. */
export type Vakt = {
  pid: number
  origin: string
  metrics: string
  ingestToken: string
  /** As the owner of the database; no row-level security holds it. */
  owner: pg.Client
  connection: { host: string; user: string; password: string; database: string }
  databasePid: number
  /** Its data folder. */
  folder: string
  stop(): Promise<void>
}

async function readIntroduction(child: ChildProcess, log: string): Promise<string> {
  for (const end = Date.now() + startsWithinMilliseconds; Date.now() < end; await wait(50)) {
    const said = readFileSync(log, 'utf8')
    if (said.includes('Stop with Ctrl-C')) return said
    if (child.exitCode !== null) throw new Error(`Vakt ended before it was ready: ${said}`)
  }
  throw new Error(`Vakt did not start in time (its log is ${log}).`)
}

export async function startVakt(settings: Record<string, string> = {}): Promise<Vakt> {
  const kept = process.env.BENCH_DATA
  if (kept) await mkdir(kept, { recursive: true })
  const folder = kept ?? (await mkdtemp(path.join(os.tmpdir(), 'vakt-bench-')))
  // The account of the database must be able to enter.
  await chmod(folder, 0o755)
  const log = path.join(folder, 'vakt.log')
  const file = openSync(log, 'w')
  const guard = path.join(root, 'scripts', 'stop-with-parent.mjs')
  // Where nothing is measured, ninety days of demo metrics are nothing to wait for.
  const stripped = path.join(root, 'scripts', 'use-stripped.mjs')
  const hooks = isTrial ? [guard, path.join(root, 'apps', 'server', 'src', 'testing', 'use-short-demo-history.ts')] : [stripped, guard]
  const words = [...serverOptions, ...hooks.flatMap((hook) => ['--import', hook]), path.join(root, 'apps', 'server', 'src', 'main.ts')]
  const child = spawn(process.execPath, words, {
    cwd: root,
    env: {
      // `npm start` has none: the server would keep 10 MB of it.
      ...(isTrial && { NODE_COMPILE_CACHE: path.join(root, '.cache', 'compiled') }),
      ...process.env,
      NODE_ENV: 'production',
      PORT: '0',
      METRICS_PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: folder,
      DEMO: 'true',
      // What is measured comes from one user and one address.
      RATE_LIMIT_USER: '0',
      RATE_LIMIT_ADDRESS: '0',
      RATE_LIMIT_INGEST: '0',
      ...settings,
    },
    stdio: ['ignore', file, file, 'ipc'],
  })
  const closed = once(child, 'close')
  const end = async () => {
    child.kill('SIGTERM')
    await closed
    if (!kept) await rm(folder, { recursive: true, force: true })
  }
  try {
    const said = await readIntroduction(child, log)
    const place = path.join(folder, 'postgres')
    const connection = {
      host: path.join(place, 'run'),
      user: 'postgres',
      password: readFileSync(path.join(place, 'secret'), 'utf8').trim(),
      database: 'postgres',
    }
    const owner = new pg.Client(connection)
    // A part that restarts the database breaks it.
    owner.on('error', () => {})
    await owner.connect()
    return {
      pid: child.pid ?? 0,
      origin: /running at (\S+)/.exec(said)?.[1] ?? '',
      metrics: /Metrics\s+(http\S+)/.exec(said)?.[1] ?? '',
      ingestToken: /vakt_ing_\S+/.exec(said)?.[0] ?? '',
      owner,
      connection,
      databasePid: Number.parseInt(readFileSync(path.join(place, 'db', 'postmaster.pid'), 'utf8'), 10),
      folder,
      async stop() {
        await owner.end().catch(() => {})
        await end()
      },
    }
  } catch (error) {
    await end()
    throw error
  }
}
