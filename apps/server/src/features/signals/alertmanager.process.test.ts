import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, constants } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import type { Alert, AlertDetails } from '@vakt/contract/alerts/alerts.ts'
import type { TicketDetails } from '@vakt/contract/tickets/ticket-details.ts'
import { createArrivalRate } from '#server/platform/jobs/arrival-rate.ts'
import { startWorker } from '#server/roles/worker.ts'
import { createCustomer, createEntity, createIngestToken } from '#server/testing/factories.ts'
import { createTestApp, type TestApp, testConnectors, testOutgoing } from '#server/testing/test-app.ts'
import { silentLog } from '#server/testing/test-database.ts'

const folders = ['/usr/bin', '/usr/local/bin', ...(process.env.PATH ?? '').split(path.delimiter)]
const candidates = [
  process.env.ALERTMANAGER_PATH,
  ...folders.flatMap((folder) => ['prometheus-alertmanager', 'alertmanager'].map((name) => path.join(folder, name))),
]

function isProgram(file: string | undefined): file is string {
  try {
    accessSync(file ?? '', constants.X_OK)
    return file !== undefined
  } catch {
    return false
  }
}

const program = candidates.find(isProgram)
const skip =
  program || process.env.CI === 'true'
    ? false
    : 'There is no Alertmanager here: install prometheus-alertmanager, or name one in ALERTMANAGER_PATH.'

const stops: (() => Promise<unknown>)[] = []
after(async () => {
  for (const stop of stops.reverse()) await stop()
})

/** Asks again until the answer is there; the test's own time limit ends it. */
async function until<T>(ask: () => Promise<T | undefined | false>): Promise<T> {
  for (;;) {
    const answer = await ask()
    if (answer) return answer
    await wait(20)
  }
}

async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as { port: number }
  await new Promise((resolve) => probe.close(resolve))
  return port
}

async function startVaktWithWorker(): Promise<{ vakt: TestApp; address: string }> {
  const vakt = await createTestApp()
  stops.push(vakt.close)
  stops.push(
    startWorker({
      database: vakt.database,
      listener: vakt.listener,
      log: silentLog,
      outgoing: testOutgoing,
      connectors: testConnectors,
      keyring: vakt.keyring,
      arrivals: createArrivalRate(),
    }),
  )
  return { vakt, address: await vakt.app.listen({ port: 0, host: '127.0.0.1' }) }
}

const configuration = (receiver: string) => `
route:
  receiver: vakt
  group_by: ['...']
  group_wait: 0s
  group_interval: 1s
  repeat_interval: 1h
receivers:
  - name: vakt
${receiver}
`

const byWebhook = (url: string, token: string) => `
    webhook_configs:
      - url: ${url}
        send_resolved: true
        http_config:
          authorization:
            type: Bearer
            credentials: ${token}`

const asPagerDuty = (url: string, token: string) => `
    pagerduty_configs:
      - url: ${url}
        routing_key: ${token}
        send_resolved: true`

async function startAlertmanager(receiver: string): Promise<{ post(alerts: unknown[]): Promise<void> }> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'vakt-alertmanager-'))
  stops.push(() => rm(folder, { recursive: true, force: true }))
  const file = path.join(folder, 'alertmanager.yml')
  await writeFile(file, configuration(receiver))
  const address = `127.0.0.1:${await findFreePort()}`
  const words = [`--config.file=${file}`, `--storage.path=${folder}`, `--web.listen-address=${address}`, '--cluster.listen-address=']
  const child: ChildProcess = spawn(program ?? 'prometheus-alertmanager', words, { stdio: 'ignore' })
  const closed = once(child, 'close')
  stops.push(async () => {
    child.kill('SIGKILL')
    await closed
  })
  await until(() =>
    fetch(`http://${address}/-/ready`).then(
      ({ ok }) => ok,
      () => {
        assert.equal(child.exitCode, null, 'the Alertmanager ended')
        return false
      },
    ),
  )
  return {
    async post(alerts) {
      const answer = await fetch(`http://${address}/api/v2/alerts`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(alerts),
      })
      assert.equal(answer.status, 200)
    },
  }
}

test('a real Alertmanager fires and resolves: alert, incident, ticket and trail follow', { skip }, async () => {
  const { vakt, address } = await startVaktWithWorker()
  const { customerId, emailDomain } = await createCustomer(vakt.database)
  const entity = await createEntity(vakt.database, customerId)
  const token = await createIngestToken(vakt.database, customerId)
  const user = { email: `anna@${emailDomain}`, roles: ['admin'] }
  const read = async <T>(what: string): Promise<T> => (await vakt.call(user, 'GET', `/customer/${customerId}/${what}`)).json().result
  const { post } = await startAlertmanager(byWebhook(`${address}/ingest/v1/alertmanager`, token))

  const labels = { alertname: 'DiskFull', severity: 'critical', instance: `${entity.name}:9100`, mountpoint: '/var' }
  const annotations = { summary: 'The disk is full', description: '/var has 2 % left.' }
  const startsAt = new Date(Date.now() - 60_000).toISOString()
  await post([{ labels, annotations, startsAt, generatorURL: 'https://prometheus.example/graph?g0.expr=up' }])

  const firing = await until(async () => (await read<Alert[]>('alert?state=firing'))[0])
  assert.deepEqual(
    [firing.name, firing.severity, firing.entity?.entityId, firing.startedAt],
    ['DiskFull', 'critical', entity.entityId, startsAt],
  )
  const [incident] = await read<{ incidentId: string; state: string; title: string; ticketId: string }[]>('incident')
  assert.deepEqual([incident?.incidentId, incident?.state, incident?.title], [firing.incidentId, 'open', 'The disk is full'])
  const open = await read<TicketDetails>(`ticket/${firing.ticketId}`)
  assert.deepEqual(
    [open.status, open.priority, open.entity?.entityId, open.incident?.incidentId],
    ['new', 1, entity.entityId, firing.incidentId],
  )
  assert.match(open.description, /\/var has 2 % left/)

  await post([{ labels, annotations, startsAt, endsAt: new Date().toISOString() }])
  const resolved = await until(async () => (await read<Alert[]>('alert?state=resolved'))[0])
  assert.equal(resolved.alertId, firing.alertId)
  const details = await read<AlertDetails>(`alert/${firing.alertId}`)
  assert.deepEqual(
    details.trail.map(({ step }) => step),
    ['received', 'entity-matched', 'incident-opened', 'ticket-opened', 'resolved', 'incident-resolved', 'ticket-resolved'],
  )
  assert.equal(details.labels.mountpoint, '/var')
  assert.equal((await read<TicketDetails>(`ticket/${firing.ticketId}`)).status, 'resolved')
  assert.deepEqual(
    (await read<{ state: string }[]>('incident')).map(({ state }) => state),
    ['resolved'],
  )
  const { rows } = await vakt.database.worker.query<{ state: string }>('select distinct state from signal where customer_id = $1', [
    customerId,
  ])
  assert.deepEqual(rows, [{ state: 'done' }])
})

test('a real Alertmanager that believes it sends to PagerDuty fires and resolves', { skip }, async () => {
  const { vakt, address } = await startVaktWithWorker()
  const { customerId, emailDomain } = await createCustomer(vakt.database)
  const token = await createIngestToken(vakt.database, customerId)
  const { post } = await startAlertmanager(asPagerDuty(`${address}/ingest/v1/pagerduty/v2/enqueue`, token))
  const find = async (state: string): Promise<Alert | undefined> => {
    const user = { email: `anna@${emailDomain}`, roles: ['admin'] }
    return (await vakt.call(user, 'GET', `/customer/${customerId}/alert?state=${state}`)).json().result[0]
  }
  const labels = { alertname: 'DiskFull', instance: 'web-01:9100' }
  const startsAt = new Date(Date.now() - 60_000).toISOString()
  await post([{ labels, startsAt }])
  const firing = await until(() => find('firing'))
  assert.match(firing.name, /DiskFull/)
  await post([{ labels, startsAt, endsAt: new Date().toISOString() }])
  assert.equal((await until(() => find('resolved'))).alertId, firing.alertId)
})
