import assert from 'node:assert/strict'
import os from 'node:os'
import { test } from 'node:test'
import { globalAdminRole } from '@vakt/contract/features.ts'
import type { Storage } from '@vakt/contract/retention/storage.ts'
import pg from 'pg'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { createCustomer } from '#server/testing/factories.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import { silentLog } from '#server/testing/test-database.ts'
import { isOnThisMachine } from './find-disk.ts'
import { measureStorage } from './measure-storage.ts'

const dayMs = 86_400_000

async function open(t: { after(run: () => Promise<void>): void }, databaseFolder: string | null) {
  const vakt = await createTestApp({ databaseFolder })
  t.after(() => vakt.close())
  const provider = await createCustomer(vakt.database, { isProvider: true })
  const staff = { email: `karin@${provider.emailDomain}`, roles: [globalAdminRole] }
  const query = async (text: string, values: unknown[] = []) =>
    (await workForAllCustomers({ pool: vakt.database.worker }, (transaction) => transaction.query(text, values))).rows
  return {
    query,
    ownerQuery: async (text: string) => {
      const client = new pg.Client(vakt.owner)
      await client.connect()
      await client.query(text).finally(() => client.end())
    },
    customerId: provider.customerId,
    read: async () => (await vakt.call(staff, 'GET', '/admin/storage')).json().result as Storage,
    measure: (now = new Date()) =>
      measureStorage({
        ...{ actor: { type: 'system', job: 'test' }, now, pool: vakt.database.worker, log: silentLog, requestId: null, isStaff: false },
      }),
  }
}

const find = ({ parts }: Storage, kind: string) => parts.find((part) => part.kind === kind) ?? assert.fail(kind)

test('on the first day sizes are known, and growth is not', async (t) => {
  const { read, measure, query } = await open(t, null)
  await measure()
  const storage = await read()
  assert.ok(storage.bytes > 1e6)
  assert.deepEqual([storage.growthPerDay, storage.measuredFrom, storage.disk], [null, null, null])
  assert.equal(find(storage, 'alerts').growthBytes, null)
  const termOf = (kind: string) => [find(storage, kind).shortestDays, find(storage, kind).days]
  assert.deepEqual(termOf('alerts'), [400, 400])
  assert.deepEqual(termOf('metrics'), [35, 400])
  assert.deepEqual(termOf('messages'), [30, 180])
  assert.deepEqual(termOf('resources'), [null, null])
  const [whole] = await query(
    "select sum(pg_total_relation_size(oid))::float8 as bytes from pg_class where relname in ('alert', 'alert_trail')",
  )
  assert.ok(find(storage, 'alerts').bytes >= whole.bytes)
  // The largest first, all of it within the database.
  const sizes = storage.parts.map(({ bytes }) => bytes)
  assert.deepEqual(
    sizes,
    sizes.toSorted((one, other) => other - one),
  )
  assert.ok(sizes.reduce((sum, bytes) => sum + bytes, 0) < storage.bytes)
})

test('growth counts from the first measurement of the last 30 days, and says when the disk is full', async (t) => {
  const { read, measure, query } = await open(t, os.tmpdir())
  const now = Date.now()
  for (const days of [40, 20, 10]) await measure(new Date(now - days * dayMs))
  const before = await read()
  assert.equal(before.measuredFrom, new Date(now - 20 * dayMs).toISOString())
  assert.ok(Math.abs(before.growthPerDay ?? Number.NaN) < 100_000)
  // So much has grown in twenty days that the rest is taken in about forty.
  const free = before.disk?.freeBytes ?? assert.fail()
  await query("update storage_measurement set bytes = $1 where part = 'database' and day = $2", [
    Math.round(before.bytes - free / 2),
    new Date(now - 20 * dayMs).toISOString().slice(0, 10),
  ])
  const { disk } = await read()
  const days = (Date.parse(disk?.fullAt ?? '') - now) / dayMs
  assert.ok(days > 30 && days < 50, `${days} days`)
})

test('a database on this machine is asked for its folder, and why its disk is not known is said', async (t) => {
  const { read, ownerQuery } = await open(t, null)
  assert.deepEqual((await read()).noDisk, { reason: 'folder_not_told', folder: null })
  await ownerQuery('grant pg_read_all_settings to vakt_worker')
  // All databases of the server have the role.
  const { disk, noDisk } = await read().finally(() => ownerQuery('revoke pg_read_all_settings from vakt_worker'))
  assert.equal(noDisk, null)
  assert.ok(disk && disk.freeBytes > 0 && disk.totalBytes > disk.freeBytes)
  const nowhere = await open(t, '/nowhere/at/all')
  assert.deepEqual((await nowhere.read()).noDisk, { reason: 'folder_unreadable', folder: '/nowhere/at/all' })
})

test('whether the database runs on this machine is told by both ends of the connection', () => {
  const own = ['127.0.0.1', '10.0.0.4', '::1']
  assert.equal(isOnThisMachine(null, '/run/postgresql', own), true)
  assert.equal(isOnThisMachine('127.0.0.1', 'localhost', own), true)
  assert.equal(isOnThisMachine('10.0.0.4', 'db.example.com', own), true)
  assert.equal(isOnThisMachine('10.0.0.9', 'db.example.com', own), false)
  assert.equal(isOnThisMachine('172.17.0.2', '127.0.0.1', own), false, 'in a container, by its port')
  assert.equal(isOnThisMachine(null, 'db.example.com', own), false, 'by a pooler that stands beside the database')
})

test('measured twice on a day it counts once, and old measurements go', async (t) => {
  const { measure, query } = await open(t, null)
  const now = new Date('2026-11-27T10:00:00Z')
  await measure(new Date(now.getTime() - 401 * dayMs))
  await measure(now)
  await measure(new Date(now.getTime() + 3_600_000))
  assert.deepEqual(await query('select distinct at from storage_measurement'), [{ at: now }])
})

test('the oldest row is that of the kind, and the size of a partitioned table is that of its partitions', async (t) => {
  const { read, query } = await open(t, null)
  const { customerId } = { customerId: (await query('select customer_id as "customerId" from customer limit 1'))[0].customerId }
  await query(
    `insert into recorded_action (customer_id, at, actor_type, actor_id, actor_name, action, target)
     values ($1, '2020-01-01T00:00:00Z', 'system', 'x', 'x', 'x', 'x')`,
    [customerId],
  )
  const storage = await read()
  assert.equal(find(storage, 'audit_log').oldestAt, '2020-01-01T00:00:00.000Z')
  assert.equal(find(storage, 'alerts').oldestAt, null)
  const [metrics] = await query(
    `select sum(pg_total_relation_size(inhrelid))::float8 as bytes from pg_inherits where inhparent = 'metric_batch'::regclass`,
  )
  assert.ok(metrics.bytes > 0)
  assert.ok(find(storage, 'metrics').bytes >= metrics.bytes)
})

test('how many rows there are is not known until the database has analysed them', async (t) => {
  const { read, query, ownerQuery, customerId } = await open(t, null)
  assert.equal(find(await read(), 'resource_history').rows, 0)
  // Fewer than autovacuum would analyse by itself.
  await query(
    `insert into recorded_action (customer_id, at, actor_type, actor_id, actor_name, action, target)
     select $1, now(), 'system', 'x', 'x', 'x', 'x' from generate_series(1, 20)`,
    [customerId],
  )
  assert.equal(find(await read(), 'audit_log').rows, null)
  await ownerQuery('analyze recorded_action')
  assert.equal(find(await read(), 'audit_log').rows, 20)
})
