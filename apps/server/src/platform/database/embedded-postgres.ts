import { existsSync } from 'node:fs'
import { realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { type Binaries, findBinaries, keepBinaries } from './embedded-binaries.ts'
import { createCluster, readClusterMajor, readPassword, removeLeftovers } from './embedded-cluster.ts'
import { CannotStartDatabase, explainFolderError } from './embedded-errors.ts'
import { becomeOwner, nameOwner } from './embedded-ownership.ts'
import { type Place, preparePlace } from './embedded-place.ts'
import {
  type Address,
  chooseAddress,
  type RunningServer,
  readRunningServer,
  removeStalePidFile,
  type Spawned,
  spawnServer,
  stopServer,
} from './embedded-server.ts'
import { settingsFor } from './embedded-settings.ts'
import type { OpenCluster } from './embedded-upgrade.ts'
import { claimUpgrade, settleUpgrade } from './embedded-upgrade-state.ts'

export { CannotStartDatabase } from './embedded-errors.ts'

export type DatabaseStep = 'creating' | 'starting' | 'adopting' | 'relocated' | 'upgrading' | 'upgrade-failed'
export type EmbeddedPostgresOptions = {
  directory: string
  settings?: Record<string, string>
  onProgress?: (step: DatabaseStep, detail?: string) => void
  /** Uses this PostgreSQL instead of the packaged one. */
  binariesFolder?: string
}
export type EmbeddedPostgres = {
  connection: { host: string; port: number; user: string; password: string; database: string }
  /** True when the server was still running from a Vakt that did not stop it. */
  wasAdopted: boolean
  directory: string
  stop(): Promise<void>
}

type Launch = {
  place: Place
  binaries: Binaries
  password: string
  address: Address
  settings: Record<string, string>
  report: (step: DatabaseStep, detail?: string) => void
}
type Owned = { client: pg.Client; server: RunningServer; wasAdopted: boolean }

const timeoutMs = 120_000

/** Throws CannotStartDatabase, whose message is one clear sentence for the person who started Vakt. */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const launch = await prepareLaunch(options)
  const owned = await openOwnedServer(launch)
  const stop = keepOwnership(launch, owned)
  // Without them a later upgrade needs the same version from somewhere else: no reason not to start.
  await keepBinaries(launch.binaries, launch.place).catch(() => undefined)
  const { host, port } = owned.server
  return {
    connection: { host, port, user: 'postgres', password: launch.password, database: 'postgres' },
    wasAdopted: owned.wasAdopted,
    directory: launch.place.root,
    stop,
  }
}

/** How the owner connects to the embedded database of a folder that Vakt has running; null where it does not run. */
export async function findRunningEmbedded(directory: string): Promise<EmbeddedPostgres['connection'] | null> {
  if (!hasEmbeddedDatabase(directory)) return null
  const place = await preparePlace(directory)
  const server = readRunningServer(place)
  if (!server?.host) return null
  const { host, port } = server
  return { host, port, user: 'postgres', password: await readPassword(place), database: 'postgres' }
}

export const hasEmbeddedDatabase = (directory: string): boolean => existsSync(join(directory, 'postgres', 'db', 'PG_VERSION'))

async function prepareLaunch({
  directory,
  settings,
  onProgress: report = () => undefined,
  binariesFolder,
}: EmbeddedPostgresOptions): Promise<Launch> {
  const place = await preparePlace(directory)
  if (place.isRelocated) report('relocated', place.root)
  try {
    await settleUpgrade(place)
    await removeLeftovers(place)
    const password = await readPassword(place)
    const open = openClusterWith(password, settings)
    const binaries = await chooseBinaries(place, { folder: binariesFolder, password, open, report })
    if (!(await readClusterMajor(place))) {
      report('creating', place.root)
      await createCluster(place, binaries, password)
    }
    return {
      place,
      binaries,
      password,
      address: await chooseAddress(place),
      settings: { ...settingsFor(binaries.major), ...settings },
      report,
    }
  } catch (error) {
    throw explainFolderError(place.directory, error)
  }
}

type Choice = { folder: string | undefined; password: string; open: OpenCluster; report: Launch['report'] }

/** The newest programs, to which an older database is moved on; where that does not succeed, those that can read it. */
async function chooseBinaries(place: Place, { folder, password, open, report }: Choice): Promise<Binaries> {
  const major = await readClusterMajor(place)
  const to = await findBinaries(place, { folder })
  if (!major || major === to.major) return to
  const from = await findBinaries(place, { folder, major })
  if (major > to.major) return from
  report('upgrading', `from PostgreSQL ${from.major} to ${to.major}`)
  await claimUpgrade(place)
  try {
    // Loaded only here: it brings the archives and the copies along, which a server does not need.
    const { upgradeCluster } = await import('./embedded-upgrade.ts')
    await upgradeCluster({ place, from, to, password, open })
    return to
  } catch (error) {
    report('upgrade-failed', error instanceof Error ? error.message : String(error))
    return from
  }
}

const openClusterWith =
  (password: string, settings: Record<string, string> | undefined): OpenCluster =>
  async (place, binaries, port) => {
    const address = await chooseAddress(place)
    if (port && address.host === place.sockets) address.port = port
    const all = { ...settingsFor(binaries.major), ...settings }
    const { client, server } = await openOwnedServer({ place, binaries, password, address, settings: all, report: () => undefined })
    return {
      connection: { host: server.host, port: server.port, user: 'postgres', password, database: 'postgres' },
      stop: () => stopServer(place, binaries, server.pid).finally(() => client.end().catch(() => undefined)),
    }
  }

/** Whatever it meets (a server that runs, starts, stops or crashed, another process doing the same), it ends with a locked connection or one sentence. */
async function openOwnedServer(launch: Launch): Promise<Owned> {
  const { place, binaries, address, settings, report } = launch
  let spawned: Spawned | undefined
  for (const end = Date.now() + timeoutMs; Date.now() < end; await wait(25)) {
    const server = readRunningServer(place)
    const client = server && (await connect(launch, server))
    if (server && client) {
      if (!spawned) report('adopting', String(server.pid))
      await becomeOwner(client, place).catch(async (error) => {
        await client.end()
        throw error
      })
      return { client, server, wasAdopted: !spawned }
    }
    if (server || (spawned && !spawned.hasEnded())) continue
    if (spawned) {
      const problem = await spawned.readEnd()
      if (!isPassing(problem))
        throw new CannotStartDatabase(`PostgreSQL did not start in ${place.root}: ${problem} (its log is ${place.log}).`)
      await wait(200)
    } else report('starting', place.root)
    await removeStalePidFile(place)
    spawned = await spawnServer(place, binaries, address, settings)
  }
  throw new CannotStartDatabase(`PostgreSQL in ${place.root} did not answer within ${timeoutMs / 1000} seconds (its log is ${place.log}).`)
}

/** Another process started first, or the last one of a killed server is still about to go. */
const isPassing = (problem: string) => /lock file .* already exists|pre-existing shared memory|is already in use/.test(problem)

async function connect({ place, password }: Launch, server: RunningServer) {
  const { host, port } = server
  // Without a host `pg` takes the machine's own PostgreSQL.
  if (!host) return undefined
  const client = new pg.Client({
    host,
    port,
    user: 'postgres',
    password,
    database: 'postgres',
    application_name: nameOwner(),
    connectionTimeoutMillis: 5000,
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ data_directory: string }>('show data_directory')
    if ((await realpath(rows[0]?.data_directory ?? '')) === (await realpath(place.cluster))) return client
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === '28P01') {
      throw new CannotStartDatabase(`The password in ${place.secret} does not fit the database in ${place.cluster}.`)
    }
  }
  await client.end().catch(() => undefined)
  return undefined
}

/** When the connection or the server breaks, both are brought back at the same address, for as long as this process wants them. */
function keepOwnership(launch: Launch, first: Owned) {
  let owned = first
  let isStopping = false
  let stopped: Promise<void> | undefined

  const stopOwned = () =>
    stopServer(launch.place, launch.binaries, owned.server.pid).finally(() => owned.client.end().catch(() => undefined))

  const bringBack = async () => {
    while (!isStopping) {
      try {
        owned = await openOwnedServer({ ...launch, address: first.server, report: () => undefined })
        return isStopping ? await stopOwned() : watch()
      } catch {
        await wait(1000, undefined, { ref: false })
      }
    }
  }
  const watch = () => {
    owned.client.once('end', () => void bringBack())
  }
  watch()

  return () => {
    isStopping = true
    stopped ??= stopOwned()
    return stopped
  }
}
