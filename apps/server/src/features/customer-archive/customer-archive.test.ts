import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { freeLostJobsForAllCustomers } from '#server/platform/jobs/job-table.ts'
import { workThrough } from '#server/platform/jobs/work-queue.ts'
import { openObjectStorage } from '#server/platform/object-storage.ts'
import { createCustomer } from '#server/testing/factories.ts'
import { startObjectStorage } from '#server/testing/object-storage-server.ts'
import { readZip } from '#server/testing/read-zip.ts'
import { makeRowInEachTable } from '#server/testing/row-in-each-table/make-row-in-each-table.ts'
import { createTestApp, type TestUser } from '#server/testing/test-app.ts'
import { silentLog } from '#server/testing/test-database.ts'
import { archiveKinds } from './archive-contents.ts'
import { createArchiveStore } from './archive-store.ts'
import { archiveQueueName } from './customer-archive-table.ts'
import { removeOldArchives } from './remove-old-archives.ts'
import { archiveQueues } from './write-customer-archive.ts'

const bucket = await startObjectStorage()
const storage = openObjectStorage(bucket.config)
const vakt = await createTestApp({ archiveStore: createArchiveStore(storage) })
after(async () => {
  await bucket.stop()
  await vakt.close()
})
const provider = await createCustomer(vakt.database, { isProvider: true })
const staff: TestUser = { email: `karin@${provider.emailDomain}`, roles: ['api-permission-global-admin'] }
const technician: TestUser = { email: `tekla@${provider.emailDomain}`, roles: ['vakt-technician'] }

const query = async <Row extends object>(sql: string, values: unknown[] = []) =>
  (await workForAllCustomers({ pool: vakt.database.worker }, (transaction) => transaction.query<Row>(sql, values))).rows
const createContext = (now = new Date()) => ({
  ...{ actor: { type: 'system' as const, job: 'test' }, now, pool: vakt.database.worker },
  ...{ log: silentLog, requestId: null, isStaff: false },
})
const work = (queues = archiveQueues(null)) => workThrough(queues, () => createContext())

const pathOf = (customerId: string, archiveId = '') => `/admin/customer/${customerId}/archive${archiveId && `/${archiveId}`}`
async function ask(customerId: string) {
  const answer = await vakt.call(staff, 'POST', pathOf(customerId))
  assert.equal(answer.statusCode, 200, answer.body)
  return answer.json().result
}
const list = async (customerId: string) => (await vakt.call(staff, 'GET', pathOf(customerId))).json().result.archives
const download = (customerId: string, archiveId: string, by: TestUser = staff) => vakt.call(by, 'GET', pathOf(customerId, archiveId))

async function archiveOf(customerId: string): Promise<Map<string, Buffer>> {
  const { archiveId } = await ask(customerId)
  await work()
  return readZip((await download(customerId, archiveId)).rawPayload)
}
const rowsOf = (files: Map<string, Buffer>, name: string) => JSON.parse(files.get(`${name}.json`)?.toString() ?? assert.fail(name))
const audited = async (customerId: string) =>
  (await vakt.call(staff, 'GET', `/admin/recorded-action?customerId=${customerId}&action=customer`))
    .json()
    .result.filter(({ action }: { action: string }) => action.startsWith('customer.archive'))

test('everything of a customer is in its archive, and nothing of another', async () => {
  const [own, other] = [await makeRowInEachTable(vakt.database), await makeRowInEachTable(vakt.database)]
  const { archiveId } = await ask(own.customerId)
  await work()
  const counts = new Map<string, number>()
  for (const { name, table, where } of archiveKinds) {
    const [found] = await query<{ count: number }>(
      `select count(*)::int as count from ${table} r where customer_id = $1 ${where ? `and ${where}` : ''}`,
      [own.customerId],
    )
    counts.set(name, found?.count ?? 0)
  }
  const files = await readZip((await download(own.customerId, archiveId)).rawPayload)
  for (const [name, count] of counts) assert.equal(rowsOf(files, name).length, count, name)
  assert.ok([...counts.values()].filter((count) => count > 0).length > 50)
  const text = Buffer.concat([...files.values()]).toString()
  assert.ok(text.includes(own.entityId) && text.includes(own.customerId))
  for (const foreign of [other.entityId, other.customerId]) assert.ok(!text.includes(foreign), foreign)
  const [ticket] = rowsOf(files, 'tickets')
  assert.equal(ticket.ticketId, own.ticketId)
  assert.match(ticket.createdAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
})

test('attachments are files, and what only staff may see is not there', async () => {
  const { customerId, emailDomain } = await createCustomer(vakt.database)
  const elin: TestUser = { email: `elin@${emailDomain}`, roles: ['admin'] }
  const body = { subject: 'The till is slow', description: 'Since today.', email: 'elin@example.com' }
  const { ticketId, temp_id: tempId } = (await vakt.call(elin, 'POST', `/customer/${customerId}/ticket`, body)).json().result
  const upload = (to: string, name: string, content: string, by = staff) =>
    vakt.call(by, 'POST', `/customer/${customerId}/ticket/attachment/${to}/${name}`, Buffer.from(content), {
      'content-type': 'application/octet-stream',
    })
  const comment = async (text: string, isPrivate: boolean) =>
    (await vakt.call(staff, 'POST', `/customer/${customerId}/ticket/${ticketId}/comment`, { body: text, private: isPrivate })).json().result
  assert.equal((await upload(tempId, 'seen.txt', 'what all may see', elin)).statusCode, 200)
  const hidden = await comment('between us colleagues', true)
  assert.equal((await upload(hidden.temp_id, 'hidden.txt', 'what staff wrote')).statusCode, 200)
  await comment('we look at it', false)
  const files = await archiveOf(customerId)
  const text = Buffer.concat([...files.values()]).toString()
  assert.ok(text.includes('what all may see') && text.includes('we look at it'))
  for (const secret of ['between us', 'hidden.txt', 'what staff wrote']) assert.ok(!text.includes(secret), secret)
  assert.ok([...files.keys()].some((name) => new RegExp(`^attachments/${ticketId}/[0-9a-f-]{36}-seen.txt$`).test(name)))
})

test('who asks while one is written gets that one; asked for and downloaded are in the audit log, and another’s is not there', async () => {
  const { customerId } = await createCustomer(vakt.database)
  const { customerId: otherId } = await createCustomer(vakt.database)
  const first = await ask(customerId)
  assert.deepEqual([first.state, first.askedBy], ['waiting', 'karin'])
  assert.equal((await ask(customerId)).archiveId, first.archiveId)
  assert.equal((await download(customerId, first.archiveId)).statusCode, 404)
  await work()
  const [ready] = await list(customerId)
  assert.deepEqual([ready.state, ready.filesWritten, ready.failure], ['ready', ready.files, null])
  const file = await download(customerId, ready.archiveId)
  assert.equal(file.headers['content-length'], String(ready.bytes))
  assert.match(String(file.headers['content-disposition']), /^attachment; filename="?customer-Customer-[^"]*-\d{4}-\d\d-\d\d\.zip"?$/)
  assert.equal((await download(otherId, ready.archiveId)).statusCode, 404)
  assert.equal((await download(customerId, ready.archiveId, technician)).statusCode, 403)
  assert.deepEqual(
    (await audited(customerId)).map(({ action }: { action: string }) => action),
    ['customer.archive-download', 'customer.archive'],
  )
  // The next one takes its place once it is ready.
  const second = await ask(customerId)
  assert.equal((await download(customerId, ready.archiveId)).statusCode, 200)
  await work()
  assert.deepEqual(
    (await list(customerId)).map(({ archiveId }: { archiveId: string }) => archiveId),
    [second.archiveId],
  )
  assert.equal((await vakt.call(staff, 'POST', pathOf(provider.customerId))).statusCode, 409)
})

test('a closed customer is exported, too', async () => {
  const { customerId } = await createCustomer(vakt.database)
  await vakt.call(staff, 'PUT', `/admin/customer/${customerId}/closing`, { confirmation: `Customer ${customerId}` })
  const files = await archiveOf(customerId)
  assert.equal(rowsOf(files, 'closing')[0].closedBy, 'karin')
  assert.equal(rowsOf(files, 'customer')[0].name, `Customer ${customerId}`)
})

test('a worker that is lost halfway leaves nothing to download: another one writes it from the start', async () => {
  const { customerId } = await makeRowInEachTable(vakt.database)
  await query('delete from customer_archive where customer_id = $1', [customerId])
  const queues = archiveQueues(storage, { partBytes: 1000 })
  const { archiveId } = await ask(customerId)
  let parts = 0
  const halfway = new Promise<void>((resolve) => {
    bucket.holdPut = () => {
      parts += 1
      resolve()
    }
  })
  const lost = work(queues)
  await halfway
  bucket.holdPut = null
  assert.equal((await list(customerId))[0].state, 'writing')
  assert.equal((await download(customerId, archiveId)).statusCode, 404)
  // Its lease lapses, as that of a process that was killed.
  await query("update job set lease_until = now() - interval '1 second' where queue = $1", [archiveQueueName])
  await workForAllCustomers({ pool: vakt.database.worker }, (transaction) =>
    freeLostJobsForAllCustomers(transaction, [{ queue: archiveQueueName, maxAttempts: 5 }]),
  )
  await query('update job set due = now() where queue = $1', [archiveQueueName])
  await work(queues)
  const [ready] = await list(customerId)
  assert.deepEqual([ready.archiveId, ready.state], [archiveId, 'ready'])
  const stored = await query<{ writings: number; parts: number }>(
    'select count(distinct writing_id)::int as writings, count(*)::int as parts from customer_archive_part where archive_id = $1 and content is null',
    [archiveId],
  )
  assert.equal(stored[0]?.writings, 1)
  assert.ok(Number(stored[0]?.parts) > 1)
  const file = await download(customerId, archiveId)
  assert.ok((await readZip(file.rawPayload)).has('README.txt'))

  // Its time is over: row and objects go.
  const later = createContext(new Date(Date.now() + 8 * 86_400_000))
  while (await removeOldArchives(later, storage));
  assert.deepEqual(await list(customerId), [])
  assert.deepEqual(
    [...bucket.objects.keys()].filter((key) => key.includes(archiveId)),
    [],
  )
  await bucket.stop()
  await lost.catch(() => {})
  assert.equal(parts, 1)
})

test('one that fails says why, and is asked for again', async () => {
  const { customerId } = await createCustomer(vakt.database)
  const { archiveId } = await ask(customerId)
  await query('update job set attempts = 4 where row_id = $1', [archiveId])
  const nowhere = openObjectStorage({ ...bucket.config, endpoint: 'http://127.0.0.1:9' })
  await work(archiveQueues(nowhere))
  const [failed] = await list(customerId)
  assert.deepEqual([failed.state, failed.failure], ['failed', 'fetch failed'])
  const again = await ask(customerId)
  assert.deepEqual([again.archiveId, again.state, again.failure], [archiveId, 'waiting', null])
  await work()
  assert.equal((await list(customerId))[0].state, 'ready')
})
