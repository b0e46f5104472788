import assert from 'node:assert/strict'
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { createOwnedDatabase } from '#server/testing/owned-database.ts'
import { type RunningVakt, startInVain, startVakt } from '#server/testing/run-vakt.ts'
import { createSecretBox } from './secret-box.ts'
import { readSecretKeys } from './secret-key.ts'

const keyOf = (id: string, byte: number) => `${id}:${Buffer.alloc(32, byte).toString('base64')}`
const [k1, k2] = [keyOf('k1', 1), keyOf('k2', 2)]
const webhookId = '00000000-0000-4000-8000-000000000001'

const owned = await createOwnedDatabase()
const received: string[] = []
const receiver = http.createServer((request, response) => {
  received.push(String(request.headers['webhook-signature']))
  response.end()
})
before(async () => {
  receiver.listen(0, '127.0.0.1')
  await once(receiver, 'listening')
})
after(async () => {
  receiver.closeAllConnections()
  receiver.close()
  await owned.remove()
})

const start = (keys: string, password = 'first') =>
  startVakt({ DATABASE_URL: owned.url(password), SECRET_KEY: keys, DEMO: 'false', WEBHOOK_ALLOW_PRIVATE: 'true' })

async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 20_000; Date.now() < end; await wait(50)) if (await isSo()) return
  assert.fail(`in vain: ${what}`)
}

/** A webhook whose secret is encrypted with the first of these keys, and a message that waits for it. */
async function addWebhook(keys: string): Promise<void> {
  const { port } = receiver.address() as AddressInfo
  const sealed = createSecretBox({ keys: readSecretKeys(keys), legacyPasswords: [] }, 'webhook secrets').seal(webhookId, Buffer.alloc(32))
  await owned.asSuperuser("insert into customer (customer_id, name) values ('c', 'C')")
  await owned.asSuperuser(
    `insert into webhook (customer_id, webhook_id, name, url, kinds, sealed_secret, created_at) values ('c', $1, 'n', $2, '{}', $3, now())`,
    [webhookId, `http://127.0.0.1:${port}/`, sealed],
  )
}

async function deliver(): Promise<void> {
  const before = received.length
  await owned.asSuperuser(
    `with delivery as (
       insert into webhook_delivery (customer_id, webhook_id, message_id, kind, body, next_at, created_at)
       values ('c', $1, gen_random_uuid(), 'test', '{}', now(), now()) returning delivery_id)
     insert into job (queue, customer_id, row_id, key) select 'send-webhooks', 'c', delivery_id, $1 from delivery`,
    [webhookId],
  )
  await until('the message is delivered', async () => received.length > before)
}

const readKeysInUse = async ({ output }: RunningVakt) => {
  const address = /Metrics\s+(http\S+)/.exec(output())?.[1] ?? ''
  const text = await (await fetch(address)).text()
  return [...text.matchAll(/^vakt_secrets\{key="([^"]+)"/gm)].map(([, key]) => key).toSorted()
}

test('the password of the database changes while Vakt runs, and a key is replaced, without losing a secret', async () => {
  const first = await start(k1)
  await addWebhook(k1)
  await deliver()
  await owned.asSuperuser(`alter role ${owned.owner.user} password 'second'`)
  await owned.asSuperuser(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )
  await until('it is ready again', async () => (await fetch(`${first.origin}/health/ready`)).ok)
  await deliver()
  assert.deepEqual(await readKeysInUse(first), ['k1'])

  // The second process starts with the new password and both keys while the first still runs.
  const second = await start(`${k2},${k1}`, 'second')
  await until('everything is encrypted with k2', async () => (await readKeysInUse(second)).join() === 'k2')
  await owned.asSuperuser(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )
  await until('the first is ready again', async () => (await fetch(`${first.origin}/health/ready`)).ok)
  assert.equal(await first.end('SIGTERM'), 0)
  await deliver()
  assert.equal(await second.end('SIGTERM'), 0)

  const { code, output } = await startInVain({ DATABASE_URL: owned.url('second'), SECRET_KEY: k1, DEMO: 'false' })
  assert.equal(code, 1)
  assert.match(
    output,
    /Vakt did not start\. SECRET_KEY does not fit the secrets in this database\. It is encrypted with the key k2, [^\n]+\.\n/,
  )
  const third = await start(k2, 'second')
  await deliver()
  const ready = await (await fetch(`${third.origin}/health/ready`)).json()
  assert.deepEqual(ready, { status: 'ok', failing: [], warnings: [] })
  assert.equal(await third.end('SIGTERM'), 0)
})
