import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { open, rename, rm, stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { giveTo } from './embedded-account.ts'
import { type Binaries, programIn } from './embedded-binaries.ts'
import { findErrorLine } from './embedded-cluster.ts'
import { CannotStartDatabase } from './embedded-errors.ts'
import type { Place } from './embedded-place.ts'
import { cleanEnvironment, isPostgresProcess, isProcessAlive, runProgram } from './embedded-processes.ts'

export type Address = { host: string; port: number }
/** `host` is empty until it listens. */
export type RunningServer = Address & { pid: number }

const socketPort = 5432
const longestSocketPath = 107
const largestLog = 10 * 1024 * 1024

/** The server that postmaster.pid names, if it truly is one: the number may have gone to another program since. */
export function readRunningServer({ cluster }: Place): RunningServer | undefined {
  const file = join(cluster, 'postmaster.pid')
  if (!existsSync(file)) return undefined
  const [pid, , , port, socketFolder, address] = readFileSync(file, 'utf8').split('\n')
  if (!pid || !port || !isPostgresProcess(Number(pid))) return undefined
  return { pid: Number(pid), port: Number(port), host: socketFolder || address || '' }
}

/** PostgreSQL itself refuses to start when the number in the file belongs to any living program, or to a zombie. */
export async function removeStalePidFile({ cluster }: Place) {
  const file = join(cluster, 'postmaster.pid')
  const pid = existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) : 0
  if (pid && !isPostgresProcess(pid)) await rm(file, { force: true })
}

export async function chooseAddress({ sockets }: Place): Promise<Address> {
  const fits = Buffer.byteLength(join(sockets, `.s.PGSQL.${socketPort}`)) <= longestSocketPath
  if (fits && process.platform !== 'win32') return { host: sockets, port: socketPort }
  return { host: '127.0.0.1', port: await findFreePort() }
}

export type Spawned = { hasEnded: () => boolean; readEnd: () => Promise<string> }

export async function spawnServer(place: Place, binaries: Binaries, address: Address, settings: Record<string, string>): Promise<Spawned> {
  await shortenLog(place)
  const log = await open(place.log, 'a', 0o600)
  await giveTo(place.account, place.log)
  const { size } = await log.stat()
  const isTcp = address.host === '127.0.0.1'
  const all = {
    ...settings,
    listen_addresses: isTcp ? address.host : '',
    unix_socket_directories: isTcp ? '' : address.host,
    port: String(address.port),
  }
  const words = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = spawn(programIn(binaries.folder, 'postgres'), ['-D', place.cluster, ...words], {
    ...place.account,
    cwd: place.root,
    env: cleanEnvironment,
    detached: true, // Ctrl-C in the terminal must reach Vakt alone, which stops the database last.
    stdio: ['ignore', log.fd, log.fd],
    windowsHide: true,
  })
  child.unref()
  const ended = watchEnd(child)
  await log.close()
  return { hasEnded: ended, readEnd: async () => findErrorLine(await readFrom(place.log, size)) }
}

/** Without binaries by signals, on every platform. */
export async function stopServer(place: Place, binaries: Binaries | undefined, pid: number) {
  if (binaries && process.platform === 'win32') {
    await runProgram(programIn(binaries.folder, 'pg_ctl'), ['stop', '-D', place.cluster, '-m', 'fast'])
    return
  }
  for (const [signal, timeoutSeconds] of [
    ['SIGINT', 60],
    ['SIGQUIT', 10],
    ['SIGKILL', 2],
  ] as const) {
    if (!sendSignal(pid, signal)) return
    for (const end = Date.now() + timeoutSeconds * 1000; Date.now() < end; await wait(20)) if (!isProcessAlive(pid)) return
  }
  throw new CannotStartDatabase(`The database of ${place.directory} (process ${pid}) does not stop.`)
}

function sendSignal(pid: number, signal: NodeJS.Signals) {
  try {
    return process.kill(pid, signal)
  } catch {
    return false
  }
}

function watchEnd(child: ChildProcess) {
  let isOver = false
  child.once('exit', () => (isOver = true))
  child.once('error', () => (isOver = true))
  return () => isOver
}

async function shortenLog({ log }: Place) {
  const size = existsSync(log) ? (await stat(log)).size : 0
  if (size > largestLog) await rename(log, `${log}.old`)
}

async function readFrom(path: string, start: number) {
  const file = await open(path)
  const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(8192), position: start })
  await file.close()
  return buffer.toString('utf8', 0, bytesRead)
}

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
