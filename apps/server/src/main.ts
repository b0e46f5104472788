import { readConfig, WrongConfiguration } from '#server/config.ts'
import { CannotStart } from '#server/connect-database.ts'
import { demoAccounts } from '#server/features/demo/demo-accounts.ts'
import { NotIsolated } from '#server/platform/database/check-isolation.ts'
import { CannotStartDatabase } from '#server/platform/database/embedded-postgres.ts'
import { requestTimeoutMs } from '#server/platform/http/close-gracefully.ts'
import { createLog } from '#server/platform/log.ts'
import { releaseMemory } from '#server/platform/release-memory.ts'
import { type Started, start } from '#server/start.ts'

const say = (text: string) => process.stdout.write(`${text}\n`)

const isExplained = (error: unknown) =>
  error instanceof WrongConfiguration ||
  error instanceof CannotStart ||
  error instanceof CannotStartDatabase ||
  error instanceof NotIsolated

function fail(error: unknown): never {
  process.stderr.write(
    isExplained(error) ? `Vakt did not start. ${(error as Error).message}\n` : `Vakt did not start. ${(error as Error).stack}\n`,
  )
  process.exit(1)
}

/** As Prometheus Alertmanager would send it; about a resource of the demo. */
function firstAlert(origin: string, token: string): string {
  const alert = {
    status: 'firing',
    fingerprint: 'first-alert',
    startsAt: new Date().toISOString(),
    endsAt: '0001-01-01T00:00:00Z',
    labels: { alertname: 'DiskAlmostFull', severity: 'critical', instance: 'vm-web-01:9100' },
    annotations: { summary: 'The disk of vm-web-01 is 97% full.' },
  }
  const body = JSON.stringify({ version: '4', status: 'firing', alerts: [alert] })
  return `curl ${origin}/ingest/v1/alertmanager -H 'Authorization: Bearer ${token}' -H 'Content-Type: application/json' -d '${body}'`
}

function introduce({ origin, metricsAddress, demoIngestToken, setUpAddress }: Started, hasDemoAccounts: boolean): void {
  const accounts = demoAccounts.map(({ email, caption }) => `    ${email.padEnd(26)}${caption.en}`)
  say(`\n  Vakt is running at ${origin}\n`)
  if (hasDemoAccounts)
    say(
      [
        '  Demo accounts, chosen at sign-in without a password (this is not for production):',
        ...accounts,
        '    Begin as admin@nordan.example; staff@vakt.example is the other side of it.',
        '',
      ].join('\n'),
    )
  if (setUpAddress) say(`  Vakt is not set up yet. Open this address to do it. It works once, so do not share it:\n    ${setUpAddress}\n`)
  if (demoIngestToken) {
    say(`  Ingest token of customer 1001\n    ${demoIngestToken}\n`)
    say(`  See an alert arrive: with the overview of Nordan Retail open, run\n    ${firstAlert(origin, demoIngestToken)}\n`)
  }
  say(`  API document  ${origin}/api/docs\n  Metrics       ${metricsAddress}\n  Stop with Ctrl-C\n`)
}

/**
 * Stops gracefully when asked to. Installed before anything is started: as process 1 of a container, the kernel passes on only those signals that
 * have a handler. Until Vakt is ready there is nothing to finish, and it ends at once.
 */
function stopOnSignal(timeoutMs: number): (started: Started) => void {
  let started: Started | undefined
  let isStopping = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (isStopping) return
      isStopping = true
      if (!started) process.exit(0)
      say('\n  Stopping …')
      // A connection that hangs must not keep the program from ending.
      setTimeout(() => process.exit(1), timeoutMs).unref()
      started.stop().then(
        () => process.exit(0),
        (error) => fail(error),
      )
    })
  }
  return (ready) => {
    started = ready
  }
}

async function run(): Promise<void> {
  const config = readConfig()
  const setStarted = stopOnSignal(config.stopDelayMs + requestTimeoutMs + 10_000)
  const log = createLog(config.logLevel)
  const startedAt = performance.now()
  const seconds = () => `${((performance.now() - startedAt) / 1000).toFixed(1)} s`
  const started = await start(config, log, (text) => say(`  ${text} … ${seconds()}`))
  setStarted(started)
  introduce(started, started.demoIngestToken !== null && !config.signIn.issuer && config.roles.includes('web'))
  releaseMemory()
}

process.on('unhandledRejection', (error) => fail(error))
await run().catch(fail)
