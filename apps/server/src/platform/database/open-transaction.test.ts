import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { getMessage } from '#server/platform/outgoing/get-message.ts'
import { postMessage } from '#server/platform/outgoing/post-message.ts'
import { createTestDatabase } from '#server/testing/test-database.ts'
import { refuseInTransaction } from './open-transaction.ts'
import { workForAllCustomers } from './transaction.ts'

const { database, close } = await createTestDatabase()
after(close)

const transact = <T>(work: () => Promise<T>) => workForAllCustomers({ pool: database.worker }, work)

test('no other server is asked within a transaction, nor in what a transaction awaits', async () => {
  const refused = /is asked within a transaction/
  const nowhere = 'http://127.0.0.1:9/'
  await assert.rejects(
    transact(async () => getMessage(nowhere, { maxBytes: 1, allowPrivate: true })),
    refused,
  )
  await assert.rejects(
    transact(async () => {
      await Promise.resolve()
      return Promise.all([postMessage(nowhere, { headers: {}, body: '', allowPrivate: true })])
    }),
    refused,
  )
})

test('what is begun within a transaction and goes on after its end may ask', async () => {
  const ended = Promise.withResolvers<void>()
  const asking = await transact(async () => [ended.promise.then(() => refuseInTransaction('The store'))])
  ended.resolve()
  await assert.doesNotReject(Promise.all(asking))
  refuseInTransaction('The store')
})
