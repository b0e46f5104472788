import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { chmod, mkdtemp } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { PoolConfig } from 'pg'

/** The key of processes that are started on a real database. */
const processKey = `test:${Buffer.alloc(32, 9).toString('base64')}`

const main = path.resolve(import.meta.dirname, '..', 'main.ts')
/** Where there is a demo, it would be busy for the whole test with the metrics of ninety days. */
const shortHistory = path.join(import.meta.dirname, 'use-short-demo-history.ts')
/** What `npm start` and the images give to Node. */
const { serverOptions }: { serverOptions: string[] } = await import(
  path.resolve(import.meta.dirname, '../../../../scripts/server-options.mjs')
)

/** A folder that the account of the database may enter, too. */
export async function createDataFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'vakt-process-'))
  await chmod(folder, 0o755)
  return folder
}

export type RunningVakt = {
  pid: number
  origin: string
  /** Of the demo customer; empty without demo content. */
  ingestToken: string
  /** Everything it has written so far. */
  output(): string
  /** Sends the signal and answers with the exit code, null after SIGKILL. */
  end(signal: 'SIGTERM' | 'SIGINT' | 'SIGKILL'): Promise<number | null>
}

function spawnVakt(env: Record<string, string>, program = main) {
  const { PATH = '', HOME = '', TMPDIR = '/tmp', NODE_COMPILE_CACHE = '' } = process.env
  const inherited = { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE }
  // No proxy has to notice that it stops.
  const settings = { PORT: '0', METRICS_PORT: '0', HOST: '127.0.0.1', NODE_ENV: 'production', LOG_LEVEL: 'warn', STOP_DELAY_SECONDS: '0' }
  const keys = env.DATABASE_URL ? { SECRET_KEY: processKey } : {}
  const child = spawn(process.execPath, [...serverOptions, '--import', shortHistory, program], {
    env: { ...inherited, ...settings, ...keys, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const closed = once(child, 'close').then(([code]) => code as number | null)
  const listeners = new Set<() => void>()
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
      for (const listener of listeners) listener()
    })
  }
  const says = (words: string) =>
    new Promise<void>((resolve) => {
      const look = () => output.includes(words) && resolve()
      listeners.add(look)
      look()
    })
  return { child, closed, says, output: () => output }
}

/** Starts a real server as a process of its own and waits until it is ready; `program` names that of another release. */
export async function startVakt(env: Record<string, string>, program?: string): Promise<RunningVakt> {
  const { child, closed, says, output } = spawnVakt(env, program)
  const isReady = await Promise.race([says('Stop with Ctrl-C').then(() => true), closed.then(() => false)])
  if (!isReady) throw new Error(`Vakt ended before it was ready: ${output()}`)
  return {
    pid: child.pid ?? 0,
    origin: (/running at (\S+)/.exec(output())?.[1] ?? '').replace('localhost', '127.0.0.1'),
    ingestToken: /vakt_ing_\S+/.exec(output())?.[0] ?? '',
    output,
    async end(signal) {
      child.kill(signal)
      return closed
    },
  }
}

/** For a start that is expected to fail: what it said, and how it ended. */
export async function startInVain(env: Record<string, string>): Promise<{ code: number | null; output: string }> {
  const { child, closed, says, output } = spawnVakt(env)
  void says('Stop with Ctrl-C').then(() => child.kill('SIGKILL'))
  const code = await closed
  return { code, output: output() }
}

/** How the owner of the embedded database in this folder connects to it. */
export function connectionOf(dataFolder: string): PoolConfig {
  const root = path.join(dataFolder, 'postgres')
  return {
    host: path.join(root, 'run'),
    port: 5432,
    user: 'postgres',
    password: readFileSync(path.join(root, 'secret'), 'utf8').trim(),
    database: 'postgres',
  }
}
