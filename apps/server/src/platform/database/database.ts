import pg from 'pg'
import { finishAnnouncements } from '#server/platform/database/announcer.ts'
import { checkIsolation } from '#server/platform/database/check-isolation.ts'
import { createLogins, runtimeConnection } from '#server/platform/database/logins.ts'
import { markLost } from '#server/platform/database/lost-connections.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { baseline } from '#server/platform/database/migration-files.ts'
import { prepareOwnerRoles } from '#server/platform/database/owner-roles.ts'
import { PrimaryClient } from '#server/platform/database/primary-client.ts'
import type { PoolSettings } from '#server/platform/database/transact.ts'
import { watchConnections } from '#server/platform/database/watch-connections.ts'
import { type Keyring, loadKeyring } from '#server/platform/keys/keyring.ts'
import type { SecretKey } from '#server/platform/keys/secret-key.ts'
import type { Log } from '#server/platform/log.ts'

/** The pools of a running server. None can pass row-level security. */
export type Database = {
  app: pg.Pool
  worker: pg.Pool
  /** Connections of the worker that neither calls nor jobs take: for announcements, leases and the health of the process. */
  reserved: pg.Pool
  /** A connection outside the pools, for LISTEN. */
  connect(): Promise<pg.Client>
  close(): Promise<void>
}

/**
 * The most connections of each pool: they are opened when they are needed. The worker has one for each loop and for each of every ten slots of
 * the queues, whose jobs mostly wait for something else than the database; a job that finds none is put back. `docs/operate.md` adds them up.
 */
export const poolSizes = { app: 12, worker: 20, workerOfWeb: 4, reserved: 3 }
/** Each connection keeps some 10 MB in the database. */
const idleMilliseconds = 20_000

/** What is asked over a connection in one turn of the event loop goes to the database in one write: each wakes both sides by itself. */
function sendTogether(client: pg.PoolClient): void {
  const { stream } = client.connection
  const query = client.query.bind(client) as (...given: unknown[]) => unknown
  let isHeld = false
  client.query = ((...given: unknown[]) => {
    if (!isHeld) {
      isHeld = true
      stream.cork()
      process.nextTick(() => {
        isHeld = false
        stream.uncork()
      })
    }
    return query(...given)
  }) as typeof client.query
}

/** What ends its connections, or takes none, is logged once a minute, not by each who finds it out. */
function markLostOf(pool: pg.Pool, name: string): void {
  const mark = (error: Error) => markLost(error, name)
  const connect = pool.connect.bind(pool) as (...given: unknown[]) => Promise<pg.PoolClient> | undefined
  pool.connect = ((...given: unknown[]) => {
    const connecting = connect(...given)
    connecting?.catch(mark)
    return connecting
  }) as typeof pool.connect
  // One that is lent out and breaks between two statements belongs to no one else; the next statement on it fails.
  pool.on('connect', (client) => client.on('error', mark))
}

function createPool(config: PoolSettings, name: string, max: number, log: Log): pg.Pool {
  const pool = new pg.Pool({
    ...config,
    Client: PrimaryClient,
    max,
    connectionTimeoutMillis: 5000,
    idleTimeoutMillis: idleMilliseconds,
    keepAlive: true,
    keepAliveInitialDelayMillis: 5000,
  })
  // Without a listener a connection that breaks while idle ends the process. While closing it may well break.
  pool.on('error', (error) => {
    markLost(error, name)
    if (!pool.ending) log.warn({ err: error }, 'a database connection broke')
  })
  markLostOf(pool, name)
  pool.on('connect', sendTogether)
  return pool
}

/**
 * Statements of the worker carry hundreds of rows, and a plan made while the tables were empty would be kept for as long as the connection
 * lives: without their names they are planned for what they carry, each time. What the database asks by itself (references, triggers) keeps its plans.
 */
function planEachTime(pool: pg.Pool): pg.Pool {
  return pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...given: unknown[]) => unknown
    const withoutName = (given: unknown) => (given && typeof given === 'object' && 'name' in given ? { ...given, name: undefined } : given)
    client.query = ((statement: unknown, ...rest: unknown[]) => query(withoutName(statement), ...rest)) as typeof client.query
  })
}

/**
 * Brings the schema and the logins up to date, as the owner. Returns the names of the migrations that ran, and what the keys have decrypted;
 * throws CannotDecrypt when they are not those of this database.
 */
export async function prepareDatabase(
  owner: pg.PoolConfig,
  keys: readonly SecretKey[],
  log: Log,
): Promise<{ ran: string[]; keyring: Keyring }> {
  const pool = createPool(owner, 'owner', 2, log)
  try {
    const ran = await migrate(pool)
    await prepareOwnerRoles(pool)
    const password = typeof owner.password === 'string' ? owner.password : null
    const keyring = await loadKeyring(pool, keys, { password, isNew: ran.includes(baseline.name) })
    await createLogins(pool, owner.database ?? '', keyring.root)
    return { ran, keyring }
  } finally {
    await pool.end()
  }
}

/** A connection of its own. One that breaks at once ends no process: its first statement fails. */
export const connectClient = (config: pg.ClientConfig): Promise<pg.Client> => new PrimaryClient(config).connect()

/** Opens the pools of the running server, and refuses a database that does not keep customers apart. */
export async function openDatabase(
  owner: pg.PoolConfig,
  { root }: Pick<Keyring, 'root'>,
  log: Log,
  size: { app: number; worker: number } = poolSizes,
): Promise<Database> {
  const logins = { app: runtimeConnection(owner, root, 'vakt_app'), worker: runtimeConnection(owner, root, 'vakt_worker') }
  const reserved = planEachTime(createPool({ ...logins.worker, pipeline: true }, 'reserved', poolSizes.reserved, log))
  const app = createPool({ ...logins.app, pipeline: true, sendsWithOpening: true, reserved }, 'app', size.app, log)
  const worker = planEachTime(createPool({ ...logins.worker, pipeline: true, reserved }, 'worker', size.worker, log))
  const unwatch = [
    watchConnections(app, logins.app, log),
    watchConnections(worker, logins.worker, log),
    watchConnections(reserved, logins.worker, log),
  ]
  const close = async () => {
    for (const stop of unwatch) stop()
    await Promise.all([app.end(), worker.end()])
    await finishAnnouncements(reserved)
    await reserved.end()
  }
  try {
    await checkIsolation(app)
    await checkIsolation(worker)
  } catch (error) {
    await close()
    throw error
  }
  return { app, worker, reserved, connect: () => connectClient({ ...logins.app, keepAlive: true }), close }
}
