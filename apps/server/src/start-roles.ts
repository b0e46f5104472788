import type { AddressInfo } from 'node:net'
import type { PoolConfig } from 'pg'
import type { Config } from '#server/config.ts'
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
import { explainListenError } from './find-port.ts'
import type { Cleanup, Progress, Started } from './start.ts'

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

/** What the roles are started with; they add to `cleanups` what stops them. */
type Parts = {
  config: Config
  log: Log
  progress: Progress
  port: number
  origin: string
  owner: PoolConfig
  database: Database & { keyring: Keyring }
  cleanups: Cleanup[]
  stopping: AbortSignal
}

/** Starts the roles of this process on a database that is up to date. */
export async function startRoles({
  config,
  log,
  progress,
  port,
  origin,
  owner,
  database,
  cleanups,
  stopping,
}: Parts): Promise<Omit<Started, 'stop'>> {
  const roles: Cleanup[] = []
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
      stopping,
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
      stopping: stopping,
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
  return { origin, metricsAddress: `http://${config.metricsHost}:${metricsPort}/metrics`, demoIngestToken, setUpAddress }
}
