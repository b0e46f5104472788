import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { makeDemoContent, needsDemoContent } from '#server/features/demo/make-demo-content.ts'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { createTestDatabase, silentLog } from '#server/testing/test-database.ts'
import { startDemoWriter } from './demo-writer.ts'

const { database, owner, keyring, close } = await createTestDatabase()
after(close)
const request = {
  owner,
  root: keyring.root.toString('hex'),
  masterSecrets: ['secret'],
  logLevel: 'silent',
  issuer: 'https://idp.example',
  withMetrics: true,
}
const count = async (table: string) =>
  (await workForAllCustomers({ pool: database.worker }, (transaction) => transaction.query(`select from ${table}`))).rowCount ?? 0

test('the demo is made by a process of its own, and what that left undone by the server itself', async () => {
  assert.equal(await needsDemoContent(database), true)
  const broken = startDemoWriter({ ...request, root: '00' }, () => {})
  await broken.made
  await broken.stop()
  assert.equal(await needsDemoContent(database), true)

  const said: string[] = []
  const writer = startDemoWriter(request, (text) => said.push(text))
  await writer.made
  assert.deepEqual(said, ['Making demo content'])
  assert.equal(await needsDemoContent(database), false)
  const tickets = await count('ticket')
  assert.ok(tickets > 0)
  while (writer.isWriting()) await new Promise((resolve) => setImmediate(resolve))
  assert.ok((await count('metric_day')) > 0)
  await writer.stop()

  const token = await makeDemoContent({ database, log: silentLog, masterSecrets: ['secret'], progress: () => assert.fail('made again') })
  assert.match(token ?? '', /^vakt_ing_/)
  assert.equal(await count('ticket'), tickets)
})
