import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { enqueueJobs } from '#server/platform/jobs/job-table.ts'
import { type Queue, workThrough } from '#server/platform/jobs/work-queue.ts'
import { createCustomer } from '#server/testing/factories.ts'
import { createTestApp, type TestUser } from '#server/testing/test-app.ts'
import { silentLog } from '#server/testing/test-database.ts'

const vakt = await createTestApp()
after(() => vakt.close())
const provider = await createCustomer(vakt.database, { isProvider: true })
const staff: TestUser = { email: `anna@${provider.emailDomain}`, roles: ['api-permission-global-admin'] }
const { customerId } = await createCustomer(vakt.database)

const work = (run: Queue['run']) =>
  workThrough({ 'test-queue': { slots: 4, maxPerCustomer: 4, maxPerKey: 4, leaseSeconds: 30, maxAttempts: 1, run } }, () => ({
    actor: { type: 'system', job: 'test' },
    now: new Date(),
    pool: vakt.database.worker,
    log: silentLog,
    requestId: null,
    isStaff: false,
  }))
const list = async () => (await vakt.call(staff, 'GET', '/admin/failed-job')).json().result

async function failOne(rowId: string) {
  await workForAllCustomers({ pool: vakt.database.worker }, (transaction) =>
    enqueueJobs(transaction, [{ queue: 'test-queue', customerId, rowId }]),
  )
  await work(() => Promise.reject(new Error(`${rowId} cannot be read`)))
  const [failed] = await list()
  return `/admin/customer/${customerId}/failed-job/${failed.jobId}`
}

test('what has failed at every attempt is listed with its error, retried once, and recorded', async () => {
  const path = await failOne('row-1')
  const [failed] = await list()
  assert.deepEqual(
    [failed.queue, failed.customerId, failed.rowId, failed.attempts, failed.error],
    ['test-queue', customerId, 'row-1', 1, 'row-1 cannot be read'],
  )
  assert.equal((await vakt.call(staff, 'POST', `${path}/retry`)).statusCode, 204)
  assert.deepEqual(await list(), [])
  assert.equal((await vakt.call(staff, 'POST', `${path}/retry`)).statusCode, 404)
  assert.equal(await work(async () => {}), 1)
  const { result } = (await vakt.call(staff, 'GET', '/admin/recorded-action?limit=1')).json()
  assert.equal(result[0].action, 'job.retry')
})

test('what is removed is not done any more', async () => {
  const path = await failOne('row-2')
  const { customerId: other } = await createCustomer(vakt.database)
  assert.equal((await vakt.call(staff, 'DELETE', path.replace(customerId, other))).statusCode, 404)
  assert.equal((await vakt.call(staff, 'DELETE', path)).statusCode, 204)
  assert.deepEqual(await list(), [])
  assert.equal(await work(async () => {}), 0)
})

test('many are retried or removed at once, those of each customer as one action; what is gone is named', async () => {
  const jobId = async (rowId: string) => (await failOne(rowId)).split('/').at(-1) ?? ''
  const [first, second] = [await jobId('row-3'), await jobId('row-4')]
  const jobs = [first, second, '999999999'].map((id) => ({ customerId, jobId: id }))
  const change = (what: string) => vakt.call(staff, 'PUT', '/admin/failed-job/bulk', { what, jobs })
  const { changed, refused } = (await change('retry')).json().result
  assert.deepEqual([changed, refused.map((one: { id: string }) => one.id)], [2, ['999999999']])
  assert.deepEqual(await list(), [])
  const { result } = (await vakt.call(staff, 'GET', '/admin/recorded-action?limit=2')).json()
  assert.deepEqual([result[0].action, result[0].target, result[1].target === '2 jobs'], ['job.retry', '2 jobs', false])
  assert.equal(await work(() => Promise.reject(new Error('still not'))), 2)
  assert.equal((await change('remove')).json().result.changed, 2)
  assert.deepEqual((await change('remove')).json().result.refused.length, 3)
  assert.equal(await work(async () => {}), 0)
})

test('work of no customer stands there as the provider’s, and only the provider can have it tried again', async () => {
  await workForAllCustomers({ pool: vakt.database.worker }, (transaction) =>
    enqueueJobs(transaction, [{ queue: 'test-queue', customerId: null, rowId: 'tidy' }]),
  )
  await work(() => Promise.reject(new Error('no space left')))
  const [failed] = await list()
  assert.deepEqual([failed.customerId, failed.rowId, failed.error], [provider.customerId, 'tidy', 'no space left'])
  assert.equal((await vakt.call(staff, 'POST', `/admin/customer/${customerId}/failed-job/${failed.jobId}/retry`)).statusCode, 404)
  assert.equal((await vakt.call(staff, 'POST', `/admin/customer/${provider.customerId}/failed-job/${failed.jobId}/retry`)).statusCode, 204)
  assert.equal(await work(async () => {}), 1)
})
