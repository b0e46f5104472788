import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { pino } from 'pino'
import { keepNotingWebAnswers } from '#server/features/heartbeat/note-web-answers.ts'
import { createHeartbeat, sendHeartbeat } from '#server/features/heartbeat/send-heartbeat.ts'
import type { Context } from '#server/platform/context.ts'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { createCustomer, createIngestToken } from '#server/testing/factories.ts'
import { createTestApp } from '#server/testing/test-app.ts'

const vakt = await createTestApp()
let status = 200
let calls = 0
const watchdog = createServer((_request, response) => {
  calls += 1
  response.writeHead(status).end('ok')
})
await new Promise<void>((resolve) => watchdog.listen(0, '127.0.0.1', resolve))
const { port } = watchdog.address() as { port: number }
const unused = createServer().listen(0, '127.0.0.1')
await new Promise((resolve) => unused.once('listening', resolve))
const closedPort = (unused.address() as { port: number }).port
await new Promise((resolve) => unused.close(resolve))
after(async () => {
  watchdog.close()
  await vakt.close()
})

const lines: string[] = []
const log = pino({ base: null }, { write: (line: string) => void lines.push(line) })
const context: Context = {
  actor: { type: 'system', job: 'send-heartbeat' },
  now: new Date(),
  pool: vakt.database.worker,
  log,
  requestId: null,
  isStaff: false,
}
const secret = 'c6f7a3c2-secret'
const heartbeat = createHeartbeat({ url: `http://127.0.0.1:${port}/${secret}`, intervalMs: 60_000, maxSignalDelayMs: 300_000 })

async function callsOf(times: number): Promise<number> {
  calls = 0
  for (let time = 0; time < times; time += 1) await sendHeartbeat(context, heartbeat)
  return calls
}

test('a watchdog that refuses or is gone is logged once, without its address, and once more when it is back', async () => {
  assert.equal(await callsOf(2), 2)
  assert.deepEqual([heartbeat.problem(), lines], [null, []])
  status = 500
  assert.equal(await callsOf(3), 3)
  assert.equal(heartbeat.problem(), 'the watchdog answered 500')
  assert.equal(lines.length, 1)
  status = 200
  assert.equal(await callsOf(2), 2)
  assert.equal(lines.length, 2)
  const gone = createHeartbeat({ ...heartbeat, url: `http://127.0.0.1:${closedPort}/${secret}` })
  await sendHeartbeat(context, gone)
  assert.equal(gone.problem(), 'the watchdog cannot be reached (ECONNREFUSED)')
  assert.ok(!lines.join().includes(secret))
})

test('no heartbeat is sent while signals are not processed', async () => {
  const { customerId } = await createCustomer(vakt.database)
  const token = await createIngestToken(vakt.database, customerId)
  assert.equal((await vakt.send('alertmanager', token, { alerts: [] })).statusCode, 202)
  assert.equal(await callsOf(1), 1)
  await workForAllCustomers(context, (transaction) =>
    transaction.query("update signal set next_at = now() - interval '10 minutes' where customer_id = $1", [customerId]),
  )
  assert.equal(await callsOf(1), 0)
  assert.match(heartbeat.problem() ?? '', /^a signal has been waiting for 60\d s$/)
  await vakt.work()
  assert.equal(await callsOf(1), 1)
  assert.equal(heartbeat.problem(), null)
})

test('no heartbeat is sent while no web process answers', async () => {
  const running = createServer((_request, response) => void response.end()).listen(0, '127.0.0.1')
  await once(running, 'listening')
  const stop = keepNotingWebAnswers(vakt.database.reserved, running.address() as AddressInfo, log)
  await stop()
  assert.equal(await callsOf(1), 1)
  const age = "update installation_note set noted_at = now() - interval '40 seconds' where name = 'web-answers' returning name"
  const aged = () => workForAllCustomers(context, (transaction) => transaction.query(age))
  assert.equal((await aged()).rowCount, 1)
  assert.equal(await callsOf(1), 0)
  assert.match(heartbeat.problem() ?? '', /^no web process has answered for 4\d s$/)
  const closed = { ...(running.address() as AddressInfo), port: closedPort }
  await keepNotingWebAnswers(vakt.database.reserved, closed, log)()
  assert.equal(await callsOf(1), 0, 'a process that does not answer notes nothing')
  await keepNotingWebAnswers(vakt.database.reserved, running.address() as AddressInfo, log)()
  assert.equal(await callsOf(1), 1)
  running.close()
})

test('no heartbeat is sent while the database does not answer', async () => {
  const pool = { connect: async () => Promise.reject(new Error('no connection')) } as unknown as Context['pool']
  calls = 0
  await sendHeartbeat({ ...context, pool }, heartbeat)
  assert.deepEqual([calls, heartbeat.problem()], [0, 'the database does not answer (no connection)'])
})
