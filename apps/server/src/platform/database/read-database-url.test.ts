import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeHosts, readDatabaseUrl } from './read-database-url.ts'

test('one host is read as before, and is not asked whether it accepts writes', () => {
  assert.deepEqual(readDatabaseUrl('postgres://vakt:p%40ss@db.example.com/portal?sslmode=verify-full'), {
    host: 'db.example.com',
    port: 5432,
    user: 'vakt',
    password: 'p@ss',
    database: 'portal',
    ssl: { rejectUnauthorized: true },
  })
  assert.equal(readDatabaseUrl('postgres://vakt@localhost:5433/vakt?host=%2Frun%2Fpg').host, '/run/pg')
})

test('several hosts, each with its port, are a list', () => {
  const read = readDatabaseUrl('postgresql://vakt:secret@db1:5433,db2,[::1]:5434/vakt?target_session_attrs=read-write')
  assert.deepEqual(read.hosts, [
    { host: 'db1', port: 5433 },
    { host: 'db2', port: 5432 },
    { host: '::1', port: 5434 },
  ])
  assert.deepEqual([read.host, read.port, read.user, read.password, read.database], ['db1', 5433, 'vakt', 'secret', 'vakt'])
  assert.equal(describeHosts(read), 'db1:5433,db2:5432,::1:5434')
})

test('a single host follows the primary where it is asked to, as behind a name that moves', () => {
  assert.deepEqual(readDatabaseUrl('postgres://vakt@db/vakt?target_session_attrs=primary').hosts, [{ host: 'db', port: 5432 }])
})

test('what cannot be read is said in a sentence, without the password', () => {
  for (const [url, reason] of [
    ['mysql://vakt:secret@db/vakt', /must be an address that begins with postgres:\/\//],
    ['postgres://vakt:secret@db1,db2:99999/vakt', /"db2:99999"/],
    ['postgres://vakt:secret@db1,/vakt', /names a host that cannot be read: ""/],
    ['postgres://vakt:secret@db1,db2/vakt?target_session_attrs=standby', /target_session_attrs=read-write only/],
  ] as const)
    assert.throws(
      () => readDatabaseUrl(url),
      (error: Error) => reason.test(error.message) && !error.message.includes('secret'),
    )
})
