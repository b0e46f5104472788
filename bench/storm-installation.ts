import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync, readFileSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import os, { setPriority } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { findPorts } from '#server/testing/production/spawn-program.ts'

const root = path.dirname(import.meta.dirname)
const { serverOptions }: { serverOptions: string[] } = await import(path.join(root, 'scripts', 'server-options.mjs'))
const startsWithinMs = 300_000
const restartDelayMs = 1000
const workerNiceness = 5

type DatabaseNews = { connection: pg.PoolConfig; url: string; pidFile: string }

/** One process of Vakt that is started again whenever it ends, as a service manager does. */
export type Member = {
  name: string
  isWeb: boolean
  metrics: string
  log: string
  /** Undefined while it does not run. */
  pid(): number | undefined
  /** When it last became ready, by `performance.now()`; undefined while it is not. */
  readySince(): number | undefined
  kill(): void
}

/** How a process came to an end that no one had asked for. */
export type Ending = { name: string; at: string; code: number | null; signal: string | null; lastWords: string }

type Options = { logs: string; env: Record<string, string>; prepare?: (query: Query) => Promise<void> }
export type Query = <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) => Promise<Row[]>

/** The last lines of a file. */
const tailOf = (file: string, characters: number) => readFileSync(file, 'utf8').slice(-characters)

/** A PostgreSQL of its own, one web process and two workers in a production's settings. All of them end with this process. */
export async function startInstallation({ logs, env }: Options) {
  await rm(logs, { recursive: true, force: true })
  await mkdir(logs, { recursive: true })
  const folder = await mkdtemp(path.join(os.tmpdir(), 'vakt-storm-'))
  await chmod(folder, 0o755)
  const holder = fork(path.join(import.meta.dirname, 'storm-database.ts'), [], { env: { ...process.env, STORM_FOLDER: folder } })
  const [database] = (await Promise.race([
    once(holder, 'message'),
    once(holder, 'exit').then(() => Promise.reject(new Error('The database did not start.'))),
  ])) as [DatabaseNews]
  const pool = new pg.Pool({ ...database.connection, max: 4 })
  pool.on('error', () => {})
  const query: Query = async (text, values = []) => {
    for (let attempt = 1; ; attempt++) {
      try {
        return (await pool.query(text, values)).rows
      } catch (error) {
        // Only what the connection is to blame for passes.
        if (attempt >= 100 || /^(22|23|42)/.test((error as { code?: string }).code ?? '')) throw error
        await wait(300)
      }
    }
  }

  const [webPort = 0, ...metricsPorts] = await findPorts(4)
  const endings: Ending[] = []
  const comebacks: { name: string; seconds: number }[] = []
  const children = new Set<ChildProcess>()
  let isStopping = false

  function keep(name: string, roles: string, metricsPort: number): Member {
    const log = path.join(logs, `${name}.log`)
    const file = openSync(log, 'a')
    const metrics = `http://127.0.0.1:${metricsPort}`
    let child: ChildProcess | undefined
    let since: number | undefined
    let isKilled = false
    const begin = async () => {
      const startedAt = performance.now()
      const words = [...serverOptions, '--import', path.join(root, 'scripts', 'stop-with-parent.mjs')]
      const mine = spawn(process.execPath, [...words, path.join(root, 'apps', 'server', 'src', 'main.ts')], {
        cwd: root,
        env: {
          PATH: process.env.PATH ?? '',
          HOME: process.env.HOME ?? '',
          NODE_COMPILE_CACHE: path.join(root, '.cache', 'compiled'),
          NODE_ENV: 'production',
          HOST: '127.0.0.1',
          PORT: String(webPort),
          METRICS_PORT: String(metricsPort),
          DATABASE_URL: database.url,
          SECRET_KEY: `storm:${Buffer.alloc(32, 5).toString('base64')}`,
          DATA_DIR: path.join(folder, name),
          ROLES: roles,
          DEMO: 'false',
          LOG_LEVEL: 'warn',
          RATE_LIMIT_USER: '0',
          ...env,
        },
        stdio: ['ignore', file, file, 'ipc'],
      })
      // As `Nice=` of the workers' unit.
      if (mine.pid && !roles.includes('web')) setPriority(mine.pid, workerNiceness)
      child = mine
      children.add(mine)
      mine.once('close', (code, signal) => {
        children.delete(mine)
        child = undefined
        since = undefined
        if (isStopping) return
        if (!isKilled) endings.push({ name, at: new Date().toISOString(), code, signal, lastWords: tailOf(log, 600) })
        isKilled = false
        setTimeout(() => void begin(), restartDelayMs)
      })
      while (child === mine && !isStopping) {
        const isReady = await fetch(`${metrics}/health/ready`).then(
          ({ ok }) => ok,
          () => false,
        )
        if (isReady && child === mine) {
          since = performance.now()
          comebacks.push({ name, seconds: (since - startedAt) / 1000 })
          return
        }
        await wait(100)
      }
    }
    void begin()
    return {
      name,
      isWeb: roles.includes('web'),
      metrics,
      log,
      pid: () => child?.pid,
      readySince: () => since,
      kill() {
        isKilled = true
        child?.kill('SIGKILL')
      },
    }
  }

  async function stop() {
    isStopping = true
    for (const child of children) child.kill('SIGKILL')
    await pool.end().catch(() => {})
    if (holder.connected) holder.disconnect()
    if (holder.exitCode === null && holder.signalCode === null) await once(holder, 'exit')
  }

  const members = [keep('web', 'web', metricsPorts[0] ?? 0)]
  const untilReady = async (withinMs = startsWithinMs) => {
    for (const end = performance.now() + withinMs; members.some((member) => member.readySince() === undefined); await wait(100))
      if (performance.now() > end)
        throw new Error(`Not all processes became ready: ${members.map(({ log }) => tailOf(log, 500)).join('\n')}`)
  }
  try {
    // The first one brings the database up to date.
    await untilReady()
    for (const index of [1, 2]) members.push(keep(`worker-${index}`, 'worker', metricsPorts[index] ?? 0))
    await untilReady()
  } catch (error) {
    await stop()
    throw error
  }
  return {
    origin: `http://127.0.0.1:${webPort}`,
    members,
    endings,
    comebacks,
    connection: database.connection,
    query,
    pool,
    untilReady,
    /** Every second time it has no chance to write down where it is. */
    restartDatabase(isCrash: boolean) {
      const pid = Number.parseInt(readFileSync(database.pidFile, 'utf8'), 10)
      process.kill(pid, isCrash ? 'SIGQUIT' : 'SIGINT')
    },
    /** What the processes keep beside the database. */
    dataFolders: () => [...members.map(({ name }) => path.join(folder, name))],
    stop,
  }
}

export type Installation = Awaited<ReturnType<typeof startInstallation>>
