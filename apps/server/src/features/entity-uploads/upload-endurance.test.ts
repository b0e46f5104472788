import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Context } from '#server/platform/context.ts'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { silentLog } from '#server/testing/test-database.ts'
import { createUploader } from '#server/testing/uploader.ts'
import { checkUpload, importUpload } from './manage-uploads.ts'
import { receiveUpload } from './receive-upload.ts'

const uploader = await createUploader()
after(() => uploader.close())
const { createOffice, vakt, work } = uploader

const header = 'id,namn,typ'
const rows = (count: number) =>
  Buffer.from([header, ...Array.from({ length: count }, (_, index) => `t-${index},Kassa ${index},till`)].join('\n'))

/** Stops the worker when the customer has come so far. */
function stopAfter(isFar: () => Promise<boolean>): { signal: AbortSignal; done: () => void } {
  const stop = new AbortController()
  let isOver = false
  const watch = async () => {
    while (!isOver && !stop.signal.aborted) if (await isFar()) stop.abort()
  }
  void watch()
  return {
    signal: stop.signal,
    done() {
      isOver = true
    },
  }
}

const count = async (table: string, customerId: string): Promise<number> =>
  (
    await workForAllCustomers({ pool: vakt.database.worker }, (transaction) =>
      transaction.query(`select count(*)::int as count from ${table} where customer_id = $1`, [customerId]),
    )
  ).rows[0].count

test('an import that is cut off in the middle makes nothing stale, and is begun again to its end', async () => {
  const office = await createOffice()
  await office.import(await office.check(await office.send('x.csv', Buffer.from(`${header}\nold,Gammal,till`))), { isWholeEstate: true })
  const checked = await office.check(await office.send('x.csv', rows(4000)))
  assert.equal((await office.post(checked, 'import', { leaveOutBadRows: false, isWholeEstate: true })).statusCode, 200)
  const stop = stopAfter(async () => (await count('entity', office.customerId)) > 1)
  await work.run(stop.signal)
  stop.done()
  assert.equal((await office.readAgain(checked)).state, 'importing')
  assert.ok((await count('entity', office.customerId)) < 4001)
  await work.run()
  assert.equal((await office.readAgain(checked)).state, 'imported')
  assert.equal(await count('entity', office.customerId), 4001)
  assert.deepEqual(
    (await office.runs()).map(({ state, gone }) => [state, gone]),
    [
      ['succeeded', 0],
      ['cut_off', 0],
      ['succeeded', 0],
    ],
  )
})

test('a check that is cut off begins again, and finds each row once', async () => {
  const office = await createOffice()
  const upload = await office.send('x.csv', rows(4000))
  const uses = upload.columns.map(({ use }) => use)
  await office.post(upload, 'check', { uses, typeForAll: null })
  const stop = stopAfter(async () => (await count('entity_upload_row', office.customerId)) > 0)
  await work.check(stop.signal)
  stop.done()
  assert.equal((await office.readAgain(upload)).state, 'waiting')
  await work.check()
  const { state, found } = await office.readAgain(upload)
  assert.deepEqual([state, found?.rows, found?.added, found?.bad], ['checked', 4000, 4000, 0])
})

test('what was sent is gone after a day, after its import and when it is removed; a sixth file has to wait', async () => {
  const office = await createOffice()
  const [first, second] = [await office.send('x.csv', rows(2)), await office.send('x.csv', rows(2))]
  for (let more = 0; more < 3; more++) await office.send('x.csv', rows(2))
  const sixth = await office.trySend('x.csv', rows(2))
  assert.deepEqual([sixth.statusCode, sixth.json().errors[0].message_translation_key], [409, 'entity_upload.too_many'])
  await office.import(await office.check(first))
  assert.equal((await office.remove(second)).statusCode, 204)
  assert.equal((await office.get(second.uploadId)).statusCode, 404)
  await work.remove()
  assert.deepEqual([await count('entity_upload_part', office.customerId), await count('entity_upload_row', office.customerId)], [3, 0])
  await work.remove(new Date(Date.now() + 25 * 3_600_000))
  assert.deepEqual([await count('entity_upload', office.customerId), await count('entity_upload_part', office.customerId)], [0, 0])
  assert.equal(await count('entity', office.customerId), 2)
})

test('a second import waits for the first', async () => {
  const office = await createOffice()
  const one = await office.check(await office.send('x.csv', rows(1)))
  const two = await office.check(await office.send('x.csv', rows(1)))
  assert.equal((await office.post(one, 'import', { leaveOutBadRows: false, isWholeEstate: false })).statusCode, 200)
  const refused = await office.post(two, 'import', { leaveOutBadRows: false, isWholeEstate: false })
  assert.deepEqual([refused.statusCode, refused.json().errors[0].message_translation_key], [409, 'entity_upload.another_import'])
  assert.equal((await office.remove(one)).statusCode, 409)
})

const megabytes = Number(process.env.UPLOAD_MEGABYTES ?? 64)

test('a file that is much larger than what is kept of it in memory goes through', async () => {
  const { customerId, ...office } = await createOffice()
  const context: Context = {
    actor: { type: 'system', job: 'test' },
    now: new Date(),
    pool: vakt.database.worker,
    log: silentLog,
    requestId: null,
    isStaff: false,
  }
  const filler = 'ö'.repeat(4000)
  const rowCount = Math.floor((megabytes * 1_048_576) / 8040)
  async function* send() {
    yield Buffer.from(`${header},utfyllnad\n`)
    for (let row = 0; row < rowCount; row++) yield Buffer.from(`t-${row},Kassa ${row},till,${filler}\n`)
  }
  const before = process.memoryUsage().rss
  let most = before
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss)
  }, 10)
  const { uploadId } = await receiveUpload(context, customerId, { fileName: 'x.csv', streamFile: send })
  await checkUpload(context, customerId, uploadId, { uses: ['id', 'name', 'type', 'none'], typeForAll: null })
  await work.check()
  await importUpload(context, customerId, uploadId, { leaveOutBadRows: false, isWholeEstate: false })
  await work.run()
  clearInterval(timer)
  assert.equal(await count('entity', customerId), rowCount)
  assert.ok((await office.runs())[0]?.state === 'succeeded')
  assert.ok(most - before < 150 * 1_048_576, `${Math.round((most - before) / 1_048_576)} MB more`)
  if (process.env.UPLOAD_MEGABYTES) console.log(`${megabytes} MB sent, ${Math.round((most - before) / 1_048_576)} MB more in memory`)
})
