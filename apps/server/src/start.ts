import { type AddressInfo, createServer } from 'node:net'
import type { PoolConfig } from 'pg'
import type { Config } from '#server/config.ts'
import { CannotStart, connectDatabase, openOwner } from '#server/connect-database.ts'
import { createBackupStatus, setBackupFigures } from '#server/features/backups/backup-status.ts'
import { createWaitingStatus, setMailFigures } from '#server/features/channels/waiting-status.ts'
import { createConnectorSettings } from '#server/features/connectors/connector-settings.ts'
import { makeDemoContent, needsDemoContent } from '#server/features/demo/make-demo-content.ts'
import { uploadDelivery } from '#server/features/entity-uploads/deliver-upload.ts'
import { keepNotingWebAnswers } from '#server/features/heartbeat/note-web-answers.ts'
import { createHeartbeat } from '#server/features/heartbeat/send-heartbeat.ts'
import { keepReception } from '#server/features/metrics/keep-reception.ts'
import { createOverdueStatus } from '#server/features/service-windows/overdue-status.ts'
import { issueSetUpAddress } from '#server/features/set-up/set-up-token.ts'
import type { Database } from '#server/platform/database/database.ts'
import { createListener } from '#server/platform/database/listen.ts'
import { createPing } from '#server/platform/database/ping.ts'
import { deriveKey } from '#server/platform/derive-secret.ts'
import { closeGracefully } from '#server/platform/http/close-gracefully.ts'
import { checkHealth } from '#server/platform/http/serve-health.ts'
import { createArrivalRate } from '#server/platform/jobs/arrival-rate.ts'
import { countJobsForAllCustomers } from '#server/platform/jobs/job-counts.ts'
import type { Keyring } from '#server/platform/keys/keyring.ts'
import { createSecretBox } from '#server/platform/keys/secret-box.ts'
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
    const waitingStatus = createWaitingStatus({ pool: database.worker })
    const heartbeat = config.heartbeat && createHeartbeat(config.heartbeat)
    const ping = createPing(database.reserved)
    const check = () =>
      checkHealth(
        { database: ping, live: async () => listener.isConnected() },
        () => [
          ...(heartbeat?.problem() ? [`heartbeat not sent: ${heartbeat.problem()}`] : []),
          ...secretStatus.warnings(),
          ...overdueStatus.warnings(),
          ...waitingStatus.warnings(),
          ...backupStatus.warnings(),
        ],
        stopping.signal,
      )
    const metrics = createMetrics()
    metrics.setSecretCounts(secretStatus.count)
    metrics.setJobCounts(() => countJobsForAllCustomers({ pool: database.reserved }))
    setLagFigures(metrics, { pool: database.reserved })
    setMailFigures(metrics, { pool: database.reserved })
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
