import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { inTransaction, workForAllCustomers } from '#server/platform/database/transaction.ts'
import { createCustomer } from '#server/testing/factories.ts'
import { createTestDatabase } from '#server/testing/test-database.ts'
import { createRecording } from './record-call.ts'

const { database, close } = await createTestDatabase()
after(close)

const declared = { action: 'thing.remove', target: 'thing {thingId}', details: { name: 'name', said: 'comment', none: 'nowhere' } }

async function createScene(wanted = declared) {
  const { customerId } = await createCustomer(database)
  const acting = { actor: { type: 'system' as const, job: 'test' }, now: new Date(), requestId: 'r-1' }
  const came = { params: { thingId: 'T7' }, body: { comment: 'Done', name: 'as sent' }, userId: undefined }
  const recording = createRecording(wanted, acting, customerId, came)
  const change = (name: string) =>
    inTransaction({ pool: database.app, recording }, customerId, async (transaction) => {
      await transaction.query(
        `insert into recorded_action (customer_id, at, actor_type, actor_id, actor_name, action, target) values ($1, now(), 'system', 'x', 'x', 'change', 'x')`,
        [customerId],
      )
      return { name }
    })
  const read = () => inTransaction({ pool: database.app, recording }, customerId, async () => ({ name: 'read' }))
  const entries = async () => {
    const { rows } = await workForAllCustomers({ pool: database.worker }, (transaction) =>
      transaction.query("select action, target, details, request_id from recorded_action where customer_id = $1 and actor_id = 'test'", [
        customerId,
      ]),
    )
    return rows
  }
  return { change, read, entries }
}

test('the first transaction that changes something records what the call declares, once', async () => {
  const { change, read, entries } = await createScene()
  await read()
  assert.deepEqual(await entries(), [], 'nothing was changed')
  await change('as kept')
  await change('again')
  assert.deepEqual(await entries(), [
    { action: 'thing.remove', target: 'thing T7', details: { name: 'as kept', said: 'Done' }, request_id: 'r-1' },
  ])
})

test('a target that nothing names fails the change', async () => {
  const { change, entries } = await createScene({ ...declared, target: '{otherId}' })
  await assert.rejects(change('x'), /records otherId/)
  assert.deepEqual(await entries(), [])
})
