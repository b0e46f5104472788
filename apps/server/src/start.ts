import { type AddressInfo, createServer } from 'node:net'
import type { PoolConfig } from 'pg'
import type { Config } from '#server/config.ts'
import { createBackupStatus, setBackupFigures } from '#server/features/backups/backup-status.ts'
import { createConnectorSettings } from '#server/features/connectors/connector-settings.ts'
import { makeDemoContent, needsDemoContent } from '#server/features/demo/make-demo-content.ts'
import { uploadDelivery } from '#server/features/entity-uploads/deliver-upload.ts'
import { keepNotingWebAnswers } from '#server/features/heartbeat/note-web-answers.ts'
import { createHeartbeat } from '#server/features/heartbeat/send-heartbeat.ts'
import { keepReception } from '#server/features/metrics/keep-reception.ts'
import { createOverdueStatus } from '#server/features/service-windows/overdue-status.ts'
import { issueSetUpAddress } from '#server/features/set-up/set-up-token.ts'
import { type Database, openDatabase, poolSizes, prepareDatabase } from '#server/platform/database/database.ts'
import { type DatabaseStep, startEmbeddedPostgres } from '#server/platform/database/embedded-postgres.ts'
import { createListener } from '#server/platform/database/listen.ts'
import { NewerSchema } from '#server/platform/database/migrate.ts'
import { OlderSchema } from '#server/platform/database/migration-files.ts'
import { stopRefusing } from '#server/platform/database/open-transaction.ts'
import { createPing } from '#server/platform/database/ping.ts'
import { describeHosts, readDatabaseUrl } from '#server/platform/database/read-database-url.ts'
import { deriveKey } from '#server/platform/derive-secret.ts'
import { closeGracefully } from '#server/platform/http/close-gracefully.ts'
import { checkHealth } from '#server/platform/http/serve-health.ts'
import { createArrivalRate } from '#server/platform/jobs/arrival-rate.ts'
import { countJobsForAllCustomers } from '#server/platform/jobs/job-counts.ts'
import { keyFileOf, readKeyFile } from '#server/platform/keys/key-file.ts'
import type { Keyring } from '#server/platform/keys/keyring.ts'
import { CannotDecrypt, createSecretBox } from '#server/platform/keys/secret-box.ts'
import type { SecretKey } from '#server/platform/keys/secret-key.ts'
import { createSecretStatus } from '#server/platform/keys/secret-status.ts'
import type { Log } from '#server/platform/log.ts'
import { createMetrics, serveMetrics } from '#server/platform/metrics.ts'
import { createPhoneCallbacks } from '#server/platform/phone/phone-callbacks.ts'
import { createPhone } from '#server/platform/phone/phone-settings.ts'
import { setLagFigures } from '#server/roles/lag-figures.ts'
import { sealedColumns } from '#server/roles/sealed-columns.ts'
import { createWeb } from '#server/roles/web.ts'
import { startWorker } from '#server/roles/worker.ts'
import { type DemoWriter, startDemoWriter } from './demo-writer.ts'
import { describeLostDatabase } from './describe-lost-database.ts'

/** Cannot start for a reason that the person who starts it can fix; the message is one sentence for them. */
export class CannotStart extends Error {}

export type Started = {
  origin: string
  metricsAddress: string
  /** The ingest token of the demo customer; null without demo content. */
  demoIngestToken: string | null
  /** Where an installation without a provider is set up; null when it has one, or this process answers no browsers. */
  setUpAddress: string | null
  stop(): Promise<void>
}

type Cleanup = () => Promise<void>
type Progress = (text: string) => void

const describeStep = (step: DatabaseStep, detail = '', dataFolder = '') =>
  ({
    creating: 'Creating the database',
    starting: 'Starting the database',
    adopting: 'Taking over the running database',
    relocated: `The database lives in ${detail}, because its account cannot reach ${dataFolder}`,
    upgrading: `Moving the database ${detail}`,
    'upgrade-failed': `The database works on as it was, since it could not be moved (${detail})`,
  })[step]

/** How the owner of the tables connects: to the configured database, or to the embedded one, which is started. */
export async function openOwner(config: Config, progress: Progress, cleanups: Cleanup[]): Promise<PoolConfig> {
  if (config.databaseUrl) {
    try {
      return readDatabaseUrl(config.databaseUrl)
    } catch (error) {
      throw new CannotStart((error as Error).message)
    }
  }
  const embedded = await startEmbeddedPostgres({
    directory: config.dataFolder,
    onProgress: (step, detail) => progress(describeStep(step, detail, config.dataFolder)),
  })
  cleanups.push(() => embedded.stop())
  return embedded.connection
}

/** The port is known before the server listens: the addresses of the sign-in are made from it. */
function findPort(host: string, wanted: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) => reject(explainListenError(error, host, wanted)))
    probe.listen(wanted, host, () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })
}

function explainListenError(error: NodeJS.ErrnoException, host: string, port: number, prefix = ''): Error {
  if (error.code === 'EADDRINUSE')
    return new CannotStart(`Port ${port} is taken by another program. Set another one, for example ${prefix}PORT=${port + 1}.`)
  if (error.code === 'EACCES')
    return new CannotStart(`Port ${port} is not for ordinary users. Set a port above 1023, for example ${prefix}PORT=8080.`)
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
    return new CannotStart(`${prefix}HOST ${host} is no address of this machine.`)
  return error
}

async function readKeys({ secretKeys, dataFolder }: Config): Promise<readonly SecretKey[]> {
  if (secretKeys) return secretKeys
  return readKeyFile(dataFolder).catch((error: NodeJS.ErrnoException) => {
    throw new CannotStart(`The key file ${keyFileOf(dataFolder)} ${error.code ? `cannot be read (${error.code})` : error.message}.`)
  })
}

/** The pools of the server on a database that is up to date, and the keys of its secrets. */
export async function connectDatabase(
  config: Config,
  owner: PoolConfig,
  log: Log,
  progress: Progress,
): Promise<Database & { keyring: Keyring }> {
  if (config.isProduction) stopRefusing()
  try {
    const { ran, keyring } = await prepareDatabase(owner, await readKeys(config), log)
    if (ran.length > 0) progress(`Brought the database up to date (${ran.length} ${ran.length === 1 ? 'migration' : 'migrations'})`)
    const worker = config.roles.includes('worker') ? poolSizes.worker : poolSizes.workerOfWeb
    return { ...(await openDatabase(owner, keyring, log, { app: poolSizes.app, worker })), keyring }
  } catch (error) {
    const { code, message } = error as { code?: string; message: string }
    if (error instanceof NewerSchema || error instanceof OlderSchema) throw new CannotStart(message)
    if (error instanceof CannotDecrypt) throw new CannotStart(explainWrongKeys(config, error))
    if (!config.databaseUrl) throw error
    const hosts = describeHosts(owner)
    const where = `${owner.user}@${hosts}/${owner.database}`
    if (code === 'ECONNREFUSED' || code === 'ENOTFOUND' || code === 'ETIMEDOUT' || code === 'ENOENT')
      throw new CannotStart(`DATABASE_URL: no PostgreSQL answers at ${where}.`)
    if (code === '28P01' || code === '28000') throw new CannotStart(`DATABASE_URL: ${where} refuses the login (${message}).`)
    if (message.startsWith('SASL: ')) throw new CannotStart(`DATABASE_URL: ${where} asks for a password, and the address carries none.`)
    if (code === '3D000') throw new CannotStart(`DATABASE_URL: there is no database "${owner.database}" at ${hosts}. Create it first.`)
    if (code === '42501') throw new CannotStart(`DATABASE_URL: the login ${owner.user} may not do what setting up needs (${message}).`)
    const lost = describeLostDatabase(owner, error)
    throw lost ? new CannotStart(lost) : error
  }
}

/** The database belongs to another key: a wrong one must not lock out the processes that have the right one. */
const explainWrongKeys = ({ secretKeys, dataFolder }: Config, { message }: CannotDecrypt) =>
  `${secretKeys ? 'SECRET_KEY does' : `The key file ${keyFileOf(dataFolder)} does`} not fit the secrets in this database. ${message} Bring that key back, after the others.`

type DemoParts = {
  origin: string
  owner: PoolConfig
  database: Database & { keyring: Keyring }
  masterSecrets: readonly string[]
  progress: Progress
}

/** Null when the demo content is there, or not wanted. */
async function beginDemo(config: Config, { origin, owner, database, masterSecrets, progress }: DemoParts): Promise<DemoWriter | null> {
  if (!(await needsDemoContent(database))) return null
  const writer = startDemoWriter(
    {
      owner,
      root: database.keyring.root.toString('hex'),
      masterSecrets,
      logLevel: config.logLevel,
      issuer: config.signIn.issuer ?? `${origin}/oidc`,
      withMetrics: config.roles.includes('worker') && !config.metricStore,
    },
    progress,
  )
  await writer.made
  return writer
}

/** Starts the roles of this process, and returns what stops them in reverse. What was started before a failure is stopped again. */
export async function start(config: Config, log: Log, progress: Progress): Promise<Started> {
  const cleanups: Cleanup[] = []
  const roles: Cleanup[] = []
  const stopping = new AbortController()
  let owner: PoolConfig | undefined
  const stop = async () => {
    stopping.abort()
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
  }
  try {
    const port = config.roles.includes('web') ? await findPort(config.host, config.port) : config.port
    const origin = config.origin ?? `http://localhost:${port}`
    owner = await openOwner(config, progress, cleanups)
    const database = await connectDatabase(config, owner, log, progress)
    cleanups.push(database.close)
    const { keyring } = database
    const masterSecrets = [keyring.root.toString('hex'), ...keyring.legacyPasswords]
    const demoWriter = config.demo ? await beginDemo(config, { origin, owner, database, masterSecrets, progress }) : null
    if (demoWriter) cleanups.push(demoWriter.stop)
    const demoIngestToken = config.demo ? await makeDemoContent({ database, log, masterSecrets, progress }) : null
    const listener = createListener(database.connect, log)
    cleanups.push(listener.stop)
    // The worker finishes what it is at while the web role still answers.
    cleanups.push(async () => void (await Promise.all(roles.map((stopRole) => stopRole()))))
    const webhooks = { secrets: createSecretBox(keyring, 'webhook secrets'), allowPrivate: config.webhookAllowPrivate }
    const connectors = createConnectorSettings(createSecretBox(keyring, 'connector secrets'), config.azure, uploadDelivery)
    const secretStatus = createSecretStatus({ pool: database.worker }, sealedColumns({ keyring, webhooks, connectors }))
    const overdueStatus = createOverdueStatus({ pool: database.worker })
    const backupStatus = createBackupStatus({ pool: database.reserved }, config.backupMaxAgeDays)
    const heartbeat = config.heartbeat && createHeartbeat(config.heartbeat)
    const ping = createPing(database.reserved)
    const check = () =>
      checkHealth(
        { database: ping, live: async () => listener.isConnected() },
        () => [
          ...(heartbeat?.problem() ? [`heartbeat not sent: ${heartbeat.problem()}`] : []),
          ...secretStatus.warnings(),
          ...overdueStatus.warnings(),
          ...backupStatus.warnings(),
        ],
        stopping.signal,
      )
    const metrics = createMetrics()
    metrics.setSecretCounts(secretStatus.count)
    metrics.setJobCounts(() => countJobsForAllCustomers({ pool: database.reserved }))
    setLagFigures(metrics, { pool: database.reserved })
    setBackupFigures(metrics, { pool: database.reserved }, config.backupMaxAgeDays)
    const arrivals = createArrivalRate()
    const phone = createPhone(config.phone)
    const phoneCallbacks = createPhoneCallbacks(origin, deriveKey(keyring.root, 'phone callbacks'))
    const outgoing = { origin, ...config.mail, webhooks, phone, phoneCallbacks }
    if (config.roles.includes('worker'))
      roles.push(
        startWorker({
          database,
          listener,
          log,
          objectStorage: config.objectStorage,
          heartbeat,
          backupMaxAgeDays: config.backupMaxAgeDays,
          outgoing,
          connectors,
          keyring,
          arrivals,
          metricStore: config.metricStore,
          isDemoWritten: () => !demoWriter?.isWriting(),
        }),
      )
    let setUpAddress: string | null = null
    if (config.roles.includes('web')) {
      const app = await createWeb({
        config,
        origin,
        database,
        listener,
        metrics,
        arrivals,
        keyring,
        webhooks,
        connectors,
        phone: { settings: phone, callbacks: phoneCallbacks },
        log,
        stopping: stopping.signal,
        checkHealth: check,
      })
      roles.push(() => closeGracefully(app, app.server.listening ? config.stopDelayMs : 0))
      await app.listen({ port, host: config.host }).catch((error) => {
        throw explainListenError(error, config.host, port)
      })
      cleanups.push(keepNotingWebAnswers(database.reserved, app.server.address() as AddressInfo, log))
      if (config.metricStore === null) cleanups.push(keepReception(database.reserved, log))
      setUpAddress = await issueSetUpAddress({ pool: database.worker }, origin, new Date())
      if (setUpAddress) log.warn({ address: setUpAddress }, 'not set up yet: open this address once')
    }
    const metricsServer = await serveMetrics(metrics, check, config.metricsHost, config.metricsPort).catch((error) => {
      throw explainListenError(error, config.metricsHost, config.metricsPort, 'METRICS_')
    })
    cleanups.push(async () => {
      metricsServer.closeAllConnections()
      metricsServer.close()
    })
    const { port: metricsPort } = metricsServer.address() as { port: number }
    return { origin, metricsAddress: `http://${config.metricsHost}:${metricsPort}/metrics`, demoIngestToken, setUpAddress, stop }
  } catch (error) {
    await stop().catch(() => {})
    // It may stop at any time until everything is started.
    const lost = config.databaseUrl && owner && describeLostDatabase(owner, error)
    throw lost ? new CannotStart(lost) : error
  }
}
