import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import pg from 'pg'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { createHttpApp } from '#server/platform/http/create-http-app.ts'
import { createEntity, createIngestToken } from '#server/testing/factories.ts'
import { type Answer, alert, createSender, errorsOf, logged, notification, post, readSignals, vakt } from '#server/testing/ingest-sender.ts'
import { testSecrets } from '#server/testing/test-app.ts'
import { silentLog } from '#server/testing/test-database.ts'
import { googleIssuer } from './check-sender.ts'
import { openIngestDoor } from './ingest-door.ts'

test('with the token of another customer a signal reaches nothing of the one it names', async () => {
  const [own, other] = [await createSender(), await createSender()]
  const entity = await createEntity(vakt.database, own.customerId)
  const aimed = {
    ...alert(1, entity.name),
    labels: {
      alertname: 'Aimed',
      severity: 'high',
      vakt_entity: entity.entityId,
      resource_id: entity.externalId,
      customer_id: own.customerId,
    },
  }
  assert.equal((await post(other.token, { body: JSON.stringify(notification(aimed)) })).status, 202)
  await vakt.work()
  const count = async ({ user, customerId }: typeof own) =>
    (await vakt.call(user, 'GET', `/customer/${customerId}/incident`)).json().result.length
  assert.deepEqual([await count(own), await count(other)], [0, 1])
  const [found] = (await vakt.call(other.user, 'GET', `/customer/${other.customerId}/alert`)).json().result
  assert.equal(found.entity, null)
})

test('a token that is unknown, revoked, malformed or of another kind is refused, always with the same words', async () => {
  const { customerId, token } = await createSender()
  const revoked = await createIngestToken(vakt.database, customerId)
  await workForAllCustomers({ pool: vakt.database.worker }, (transaction) =>
    transaction.query("update ingest_token set revoked_at = now() where token_hash = sha256(convert_to($1, 'UTF8'))", [revoked]),
  )
  const unknown = `vakt_ing_${randomBytes(32).toString('base64url')}`
  const answers = await Promise.all([
    ...[unknown, revoked, '', 'x', `${token}x`, token.slice(0, -1), `vakt_agt_${token.slice(9)}`, "' or 1=1 --"].map((wrong) =>
      post(wrong),
    ),
    post('', { headers: { authorization: `Basic ${Buffer.from(`vakt:${unknown}`).toString('base64')}` } }),
    post('', { path: `/ingest/v1/alertmanager/${unknown}` }),
    post('', { path: `/ingest/v1/no-such-format/${unknown}` }),
    post('', { path: `/ingest/v1/alertmanager?token=${token}` }),
  ])
  assert.deepEqual(
    answers.map(({ status }) => status),
    Array(answers.length).fill(401),
  )
  assert.equal(new Set(answers.map((answer) => JSON.stringify(errorsOf(answer)))).size, 1)
  assert.deepEqual(await readSignals(customerId), [])
})

test('a token may stand in the path, and never stands in the log', async () => {
  const { customerId, token } = await createSender()
  assert.equal((await post('', { path: `/ingest/v1/alertmanager/${token}` })).status, 202)
  await post('', { path: `/ingest/v1/alertmanager/${token}`, body: 'no json' })
  await post('', { path: `/ingest/v1/nagios/${token}` })
  await post('', { path: `/ingest/v1/alertmanager/${token}/more` })
  await post('', { path: `/ingest/v1//${token}` })
  await post('', { path: `/INGEST/v1/alertmanager/${token}` })
  await post('', { method: 'GET', path: `/ingest/v1/alertmanager/${token}?x=${token}`, body: '' })
  await post(token, { path: `/ingest/v1/alertmanager?again=${token}` })
  assert.deepEqual(
    (await readSignals(customerId)).map(({ state }) => state),
    ['pending', 'unreadable', 'pending'],
  )
  assert.ok(logged.some((line) => line.includes('/ingest/v1/alertmanager')))
  assert.deepEqual(
    logged.filter((line) => line.includes(token)),
    [],
  )
})

test('while the database is gone the answer is 503 with the time to try again, and afterwards all is well', async () => {
  const gone = createHttpApp(silentLog, { isHttps: false })
  const pool = new pg.Pool({ host: '127.0.0.1', port: 1, user: 'x', password: 'x', connectionTimeoutMillis: 1000 })
  await openIngestDoor(gone, pool, () => {}, { secrets: testSecrets, google: googleIssuer })
  const { customerId, token } = await createSender()
  const refused = await gone.inject({
    method: 'POST',
    url: '/ingest/v1/alertmanager',
    headers: { authorization: `Bearer ${token}` },
    payload: '{}',
  })
  await gone.close()
  await pool.end()
  assert.equal(refused.statusCode, 503)
  assert.match(String(refused.headers['retry-after']), /^\d+$/)

  const owner = new pg.Client(vakt.owner)
  await owner.connect()
  const cut = () =>
    owner.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()')
  const answers: Answer[] = []
  let isCutting = true
  const senders = Array.from({ length: 8 }, async () => {
    while (isCutting) answers.push(await post(token))
  })
  for (let count = 0; count < 20; count += 1) await cut()
  isCutting = false
  await Promise.all(senders)
  await owner.end()
  assert.deepEqual(
    [...new Set(answers.map(({ status }) => status))].filter((status) => status !== 202 && status !== 503),
    [],
  )
  for (const { headers } of answers.filter(({ status }) => status === 503)) assert.ok(headers['retry-after'])
  assert.equal((await post(token)).status, 202)
  assert.ok((await readSignals(customerId)).length >= answers.filter(({ status }) => status === 202).length + 1)
})
