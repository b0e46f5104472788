import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { createAttachmentStore } from '#server/features/attachments/attachment-store.ts'
import { openDatabase, prepareDatabase } from '#server/platform/database/database.ts'
import type { ObjectStorage } from '#server/platform/object-storage.ts'
import { createCustomer, createEntity, createIngestToken } from './factories.ts'
import { makeImage } from './sample-files.ts'
import { createTestApp, type TestApp, type TestUser } from './test-app.ts'
import { silentLog, testKeys } from './test-database.ts'

const alerts = (summary: string) => ({
  version: '4',
  groupKey: 'g',
  status: 'firing',
  receiver: 'vakt',
  groupLabels: {},
  commonLabels: {},
  commonAnnotations: {},
  externalURL: '',
  alerts: [
    {
      status: 'firing',
      labels: { alertname: summary, severity: 'critical' },
      annotations: { summary },
      startsAt: new Date().toISOString(),
      endsAt: '0001-01-01T00:00:00Z',
      generatorURL: '',
      fingerprint: randomBytes(8).toString('hex'),
    },
  ],
})

const upload = (vakt: TestApp, user: TestUser, customerId: string, tempId: string, name: string, content: Buffer) =>
  vakt.call(user, 'POST', `/customer/${customerId}/ticket/attachment/${tempId}/${name}`, content, {
    'content-type': 'application/octet-stream',
  })

/** An installation in which people, monitoring and programs have been at work; the caller closes its `vakt`. */
export async function makeInstallation(storage: ObjectStorage) {
  const vakt = await createTestApp({ attachmentStore: createAttachmentStore(storage) })
  const { customerId, emailDomain } = await createCustomer(vakt.database, { isProvider: true })
  const elin: TestUser = { email: `elin@${emailDomain}`, roles: ['admin', 'api-permission-global-admin'] }
  await vakt.call(elin, 'POST', '/authentication/usercontext', {})
  await createEntity(vakt.database, customerId)
  const ingestToken = await createIngestToken(vakt.database, customerId)
  assert.equal((await vakt.send('alertmanager', ingestToken, alerts('DiskAlmostFull'))).statusCode, 202)
  await vakt.work()
  const created = await vakt.call(elin, 'POST', `/customer/${customerId}/ticket`, {
    subject: 'Skrivaren låter konstigt 🖨️',
    description: 'Sedan i morse.\tEtt knackande ljud "\\N".',
    email: elin.email,
  })
  const { ticketId, temp_id } = created.json().result
  await vakt.call(elin, 'POST', `/customer/${customerId}/ticket/${ticketId}/comment`, { body: 'Toner är bytt.', private: false })
  const file = (await upload(vakt, elin, customerId, temp_id, 'a.txt', Buffer.from('hej'))).json().result
  await upload(vakt, elin, customerId, temp_id, 'b.png', await makeImage('png'))
  const token = await vakt.call(elin, 'POST', '/authentication/api-token', { name: 'script', scope: ['@feature.tickets.read'] })
  assert.equal(token.statusCode, 200, token.body)
  const hook = await vakt.call(elin, 'POST', `/admin/customer/${customerId}/webhook`, {
    name: 'Till',
    url: 'https://hooks.example/till',
    kinds: ['created'],
    withPrivate: false,
  })
  // A day whose partition a new database does not have.
  const { worker } = vakt.database
  await worker.query('select make_metric_day_partitions(20000, 20000)')
  await worker.query("insert into metric_day (customer_id, series_no, day, buckets) values ($1, 1, 20000, 'x')", [customerId])
  return { vakt, customerId, elin, ingestToken, ticketId, file, token: token.json().result, hook: hook.json().result }
}

type Installation = Awaited<ReturnType<typeof makeInstallation>>

/** What people, monitoring and programs do with an installation, done with a restored one. */
export async function useInstallation(owner: pg.PoolConfig, made: Installation, storage: ObjectStorage | null) {
  const { keyring } = await prepareDatabase(owner, testKeys, silentLog)
  const database = await openDatabase(owner, keyring, silentLog, { app: 4, worker: 2 })
  const vakt = await createTestApp({
    attachmentStore: createAttachmentStore(storage),
    testDatabase: Promise.resolve({ database, owner, keyring, close: database.close }),
  })
  const { customerId, elin, ticketId, ingestToken } = made
  const search = async (query: string) => (await vakt.call(elin, 'GET', `/customer/${customerId}/ticket?${query}`)).json().result
  try {
    assert.equal((await vakt.call(elin, 'POST', '/authentication/usercontext', {})).statusCode, 200)
    assert.equal((await search('search=skrivare')).length, 1)
    assert.equal((await search('search=toner')).length, 1)
    assert.equal((await search(`requester=${encodeURIComponent(elin.email)}&source=person`)).length, 1)
    const file = await vakt.call(elin, 'GET', `/customer/${customerId}/ticket/${ticketId}/attachment/${made.file.attachmentId}`)
    assert.equal(file.body, 'hej')
    const byToken = await vakt.call(null, 'GET', `/customer/${customerId}/ticket`, undefined, {
      authorization: `Bearer ${made.token.secret}`,
    })
    assert.equal(byToken.statusCode, 200, byToken.body)
    assert.equal((await vakt.send('alertmanager', ingestToken, alerts('CertificateExpires'))).statusCode, 202)
    await vakt.work()
    assert.equal((await search('search=CertificateExpires')).length, 1)
    const next = await vakt.call(elin, 'POST', `/customer/${customerId}/ticket`, { subject: 'Ny', description: 'x', email: elin.email })
    assert.ok(next.json().result.ticketId > ticketId)
    assert.equal((await vakt.call(elin, 'GET', `/admin/customer/${customerId}/webhook`)).json().result[0].webhookId, made.hook.webhookId)
  } finally {
    await vakt.close()
  }
}
