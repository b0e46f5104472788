import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeLostDatabase } from './describe-lost-database.ts'

const owner = { user: 'vakt', host: 'db', port: 5432, database: 'vakt' }
const errorOf = (message: string, more: object) => Object.assign(new Error(message), more)

test('a start that a stopping database breaks is explained in one sentence', () => {
  for (const error of [
    errorOf('write EPIPE', { code: 'EPIPE', syscall: 'write' }),
    errorOf('connect ENOENT /run/.s.PGSQL.5432', { code: 'ENOENT', syscall: 'connect' }),
    errorOf('terminating connection due to administrator command', { code: '57P01' }),
    errorOf('Connection terminated unexpectedly', {}),
  ])
    assert.equal(
      describeLostDatabase(owner, error),
      `DATABASE_URL: the PostgreSQL at vakt@db:5432/vakt cannot be used just now (${error.message}).`,
    )
})

test('any other error keeps its stack', () => {
  assert.equal(describeLostDatabase(owner, errorOf('no such file', { code: 'ENOENT', syscall: 'open' })), undefined)
  assert.equal(describeLostDatabase(owner, new TypeError('x is not a function')), undefined)
})
