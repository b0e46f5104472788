import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { startElksServer } from '#server/testing/elks-server.ts'
import { connectionOf, startVakt } from '#server/testing/run-vakt.ts'
import { startTwilioServer } from '#server/testing/twilio-server.ts'
import { launchVakt } from './start-vakt.ts'

const shortHistory = pathToFileURL(path.resolve(import.meta.dirname, '../apps/server/src/testing/use-short-demo-history.ts')).href

/** A web process with the database, and a worker process of its own that can be killed; they send SMS by 46elks and call by Twilio. */
export async function startTwoProcesses() {
  const [elks, twilio] = await Promise.all([startElksServer(), startTwilioServer()])
  const env = {
    ...{ SMS_PROVIDER: '46elks', SMS_FROM: '+46766861004', VOICE_PROVIDER: 'twilio', VOICE_FROM: '+46766861004' },
    ...{ ELKS_URL: elks.settings.url, ELKS_USER: elks.settings.user, ELKS_PASSWORD: elks.settings.password },
    ...{ TWILIO_URL: twilio.url, TWILIO_ACCOUNT_SID: twilio.settings.accountSid, TWILIO_AUTH_TOKEN: twilio.settings.authToken },
  }
  const web = await launchVakt({ ...env, ROLES: 'web' })
  const connection = connectionOf(web.dataFolder)
  const place = `host=${encodeURIComponent(String(connection.host))}`
  const workerEnv = {
    ...env,
    SECRET_KEY: (await readFile(path.join(web.dataFolder, 'secret-key'), 'utf8')).trim(),
    ...{ ROLES: 'worker', ORIGIN: web.origin, DATA_DIR: web.dataFolder, NODE_OPTIONS: `--import ${shortHistory}` },
    DATABASE_URL: `postgres://postgres:${connection.password}@localhost/postgres?${place}`,
  }
  const database = new pg.Client(connection)
  await database.connect()
  let worker = await startVakt(workerEnv)
  const runAtOnce = async (queue: string) => {
    await database.query("update job set due = now() where queue = $1 and state = 'waiting'", [queue])
    await database.query("select pg_notify('vakt_job', '')")
  }
  return {
    ...{ elks, twilio, web, database },
    async killWorker() {
      await worker.end('SIGKILL')
      worker = await startVakt(workerEnv)
    },
    /** The delays in which runs of processes wait are over. */
    async passDelays() {
      await database.query(
        `update process_run set step_since = step_since - interval '1 day', waits_until = now() where waits_for = 'delay' and outcome is null`,
      )
      await runAtOnce('process-run')
    },
    /** No one has answered the steps that escalations have taken. */
    async passEscalationSteps() {
      await database.query('update escalation set next_at = now() where outcome is null')
      await runAtOnce('escalate')
    },
    async stop() {
      await worker.end('SIGKILL')
      await database.end()
      await web.stop()
      await Promise.all([elks.close(), twilio.close()])
    },
  }
}

export type TwoProcesses = Awaited<ReturnType<typeof startTwoProcesses>>
