import type { Socket } from 'node:net'
import pg from 'pg'

export type DatabaseHost = { host: string; port: number }

/** How to connect; with `hosts`, to the one of them that accepts writes. The array itself is what processes remember the primary by. */
type Settings = pg.ClientConfig & { hosts?: readonly DatabaseHost[] }

type Parameter = { parameterName: string; parameterValue: string }
type ServerNotice = { routine?: string | undefined; message?: string | undefined }

const probeTimeoutMs = 2000

/** A role or a password that is wrong is wrong on every host. */
const isRefusal = (error: unknown) => /^(28|3D)/.test((error as { code?: string }).code ?? '') || /^SASL: /.test((error as Error).message)

/** PostgreSQL reports both while a session begins, and again when they change. */
const isReadOnly = ({ parameterName, parameterValue }: Parameter) =>
  (parameterName === 'in_hot_standby' || parameterName === 'default_transaction_read_only') && parameterValue === 'on'

/** Passes by itself: an election among the hosts is under way. */
const noPrimary = (reasons: string) => Object.assign(new Error(`no host accepts writes: ${reasons}`), { code: '57P03', severity: 'FATAL' })

type Known = { primary: DatabaseHost | undefined; finding: Map<string, Promise<DatabaseHost>> }
const knownOf = new WeakMap<readonly DatabaseHost[], Known>()

function readKnown(hosts: readonly DatabaseHost[]): Known {
  const known = knownOf.get(hosts) ?? { primary: undefined, finding: new Map() }
  knownOf.set(hosts, known)
  return known
}

async function probe(settings: Settings, { host, port }: DatabaseHost): Promise<DatabaseHost> {
  // A pool hides the password from what copies its settings.
  const { hosts: _, ...one } = { ...settings, password: settings.password }
  const client = new PrimaryClient({ ...one, host, port, connectionTimeoutMillis: probeTimeoutMs })
  try {
    await client.connect()
    if (client.isReadOnly) throw noPrimary('it is a standby')
    return { host, port }
  } finally {
    streamOf(client).destroy()
  }
}

/** Asks all at once, and takes the first that accepts writes. */
async function askHosts(settings: Settings, hosts: readonly DatabaseHost[]): Promise<DatabaseHost> {
  try {
    return await Promise.any(hosts.map((host) => probe(settings, host)))
  } catch (error) {
    const { errors } = error as AggregateError
    const refusal = errors.find(isRefusal)
    if (refusal) throw refusal
    const first = errors[0] as Error & { code?: string }
    if (errors.every(({ code }: { code?: string }) => code === first.code && code?.startsWith('E'))) throw first
    throw noPrimary(errors.map(({ message }: Error, index) => `${hosts[index]?.host}:${hosts[index]?.port} (${message})`).join(', '))
  }
}

/** The host that accepted writes last, or the one that does now. Those that ask with the same login at the same time share an answer. */
async function findPrimary(settings: Settings, hosts: readonly DatabaseHost[]): Promise<DatabaseHost> {
  const known = readKnown(hosts)
  if (known.primary) return known.primary
  const login = String(settings.user)
  const finding =
    known.finding.get(login) ??
    askHosts(settings, hosts)
      .then((primary) => {
        known.primary = primary
        return primary
      })
      .finally(() => known.finding.delete(login))
  known.finding.set(login, finding)
  return finding
}

const streamOf = ({ connection }: pg.Client) => connection.stream as Socket

/**
 * A connection to the host that accepts writes, of those that the settings name. One to a host that turns out to accept none is closed, as is
 * one that cannot say that what it committed reached the synchronous standby: what it was asked fails with a passing error, and the next
 * connection looks for the primary again.
 */
export class PrimaryClient extends pg.Client {
  isReadOnly = false
  readonly #settings: Settings

  constructor(settings: Settings = {}) {
    super(settings)
    this.#settings = settings
    // One that breaks before anyone listens ends no process: its first statement fails.
    this.on('error', () => {})
    const connection = this.connection as unknown as NodeJS.EventEmitter
    connection.on('parameterStatus', (parameter: Parameter) => {
      if (isReadOnly(parameter)) this.isReadOnly = true
    })
    connection.on('errorMessage', ({ code }: { code?: string }) => {
      if (code === '25006') this.#leave()
    })
    connection.on('notice', (notice: ServerNotice) => {
      // Someone cancelled the wait for the standby: PostgreSQL says that the transaction is committed, and a failover may still lose it.
      if (notice.routine === 'SyncRepWaitForLSN') connection.emit('errorMessage', outcomeUnknown(notice))
    })
  }

  /** The error reaches what asked before the connection ends. */
  #leave(): void {
    this.#forget()
    setImmediate(() => streamOf(this).destroy(new Error('Connection terminated: this host accepts no writes.')))
  }

  #forget(): void {
    if (this.#settings.hosts) readKnown(this.#settings.hosts).primary = undefined
  }

  override connect(): Promise<this>
  override connect(callback: (error: Error) => void): void
  override connect(callback?: (error: Error) => void): Promise<this> | undefined {
    const { hosts } = this.#settings
    if (!hosts && callback) {
      super.connect(callback)
      return undefined
    }
    const connected = hosts ? this.#connectToPrimary(hosts) : super.connect()
    if (!callback) return connected.then(() => this)
    // The callback runs outside the promise: what it throws is no failure to connect.
    const answer = (error?: Error) => process.nextTick(callback, error as Error)
    connected.then(() => answer(), answer)
    return undefined
  }

  async #connectToPrimary(hosts: readonly DatabaseHost[]): Promise<void> {
    const { host, port } = await findPrimary(this.#settings, hosts)
    // The pool gives up on a connection by destroying its stream.
    if (streamOf(this).destroyed) throw new Error('timeout expired')
    Object.assign(this, { host, port })
    try {
      await super.connect()
    } catch (error) {
      this.#forget()
      throw error
    }
    if (!this.isReadOnly) return
    this.#forget()
    void this.end().catch(() => {})
    throw noPrimary(`${host}:${port} has become a standby`)
  }
}

const outcomeUnknown = ({ message }: ServerNotice) =>
  Object.assign(new Error(`the outcome is not known: ${message}`), { code: '08007', severity: 'ERROR' })
