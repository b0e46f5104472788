import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, beforeEach, test } from 'node:test'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { openObjectStorage } from '#server/platform/object-storage.ts'
import { createCustomer } from '#server/testing/factories.ts'
import { startObjectStorage } from '#server/testing/object-storage-server.ts'
import { makeImage } from '#server/testing/sample-files.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import { silentLog } from '#server/testing/test-database.ts'
import { createAttachmentStore } from './attachment-store.ts'
import { sweepAttachments } from './sweep-attachments.ts'

const server = await startObjectStorage()
const storage = openObjectStorage(server.config)
const vakt = await createTestApp({ attachmentStore: createAttachmentStore(storage) })
after(async () => {
  await vakt.close()
  await server.stop()
})
beforeEach(() => server.objects.clear())

const worker = (now: Date) => ({
  actor: { type: 'system' as const, job: 'sweep-attachments' },
  now,
  pool: vakt.database.worker,
  log: silentLog,
  requestId: null,
  isStaff: false,
})
const inTwoHours = () => new Date(Date.now() + 7_200_000)

async function openTicket() {
  const { customerId, emailDomain } = await createCustomer(vakt.database)
  const elin = { email: `elin@${emailDomain}`, roles: ['admin'] }
  const ticket = { subject: 'The till is slow', description: 'Since this morning.', email: 'elin@example.com' }
  const { ticketId, temp_id } = (await vakt.call(elin, 'POST', `/customer/${customerId}/ticket`, ticket)).json().result
  const upload = (name: string, content: Buffer) =>
    vakt.call(elin, 'POST', `/customer/${customerId}/ticket/attachment/${temp_id}/${name}`, content, {
      'content-type': 'application/octet-stream',
    })
  const read = (attachmentId: string, query = '') =>
    vakt.call(elin, 'GET', `/customer/${customerId}/ticket/${ticketId}/attachment/${attachmentId}${query}`)
  return { customerId, ticketId, upload, read }
}

test('attachments are kept in the bucket, read from there, and swept up with their ticket', async () => {
  const { customerId, upload, read } = await openTicket()
  const { attachmentId } = (await upload('a.txt', Buffer.from('hej'))).json().result
  const picture = (await upload('b.png', await makeImage('png'))).json().result
  assert.deepEqual(
    [...server.objects.keys()].toSorted(),
    [
      `attachments/${attachmentId}/whole`,
      `attachments/${picture.attachmentId}/preview`,
      `attachments/${picture.attachmentId}/whole`,
    ].toSorted(),
  )
  const { rows } = await vakt.database.worker.query('select count(*)::int as count from ticket_attachment_content')
  assert.equal(rows[0].count, 0)
  assert.equal((await read(attachmentId)).body, 'hej')
  assert.equal((await read(picture.attachmentId, '?preview')).headers['content-type'], 'image/webp')

  assert.equal(await sweepAttachments(worker(inTwoHours()), storage), 0)
  await workForAllCustomers({ pool: vakt.database.worker }, (transaction) =>
    transaction.query('delete from customer where customer_id = $1', [customerId]),
  )
  assert.equal(await sweepAttachments(worker(inTwoHours()), storage), 3)
  assert.equal(server.objects.size, 0)
})

test('the sweep leaves alone what is young, and what is not ours', async () => {
  const young = `attachments/${randomUUID()}/whole`
  for (const key of [young, 'attachments/readme', 'backups/1']) await storage.put(key, Buffer.from('x'))
  assert.equal(await sweepAttachments(worker(new Date()), storage), 0)
  assert.equal(await sweepAttachments(worker(inTwoHours()), storage), 1)
  assert.deepEqual([...server.objects.keys()], ['attachments/readme', 'backups/1'])
})

test('of a sixth file nothing stays in the bucket', async () => {
  const { upload } = await openTicket()
  const answers = await Promise.all(Array.from({ length: 7 }, (_, index) => upload(`${index}.txt`, Buffer.from('x'))))
  assert.equal(answers.filter(({ statusCode }) => statusCode === 200).length, 5)
  assert.equal(server.objects.size, 5)
})

test('a storage that refuses the key fails the upload, and there is no attachment', async () => {
  const refused = openObjectStorage({ ...server.config, secretAccessKey: 'another' })
  await assert.rejects(refused.put('attachments/x', Buffer.from('x')), /403 to PUT: SignatureDoesNotMatch/)
  const unknown = openObjectStorage({ ...server.config, bucket: 'another' })
  await assert.rejects(unknown.put('attachments/x', Buffer.from('x')), /knows no bucket another/)
  assert.equal(server.objects.size, 0)
  assert.equal(await storage.get('attachments/none'), null)
  await storage.remove('attachments/none')
})
