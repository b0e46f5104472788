import assert from 'node:assert/strict'
import { test } from 'node:test'
import { likenessOf } from './name-likeness.ts'

test('a name is like itself however it is written, and more like a near one than a far one', () => {
  assert.equal(likenessOf('VM-Web-01', 'vm_web.01'), 1)
  assert.ok(likenessOf('vm-web-01.nordan.local', 'vm-web-01') > likenessOf('vm-web-01.nordan.local', 'sql-prod'))
  assert.ok(likenessOf('vm-web-1', 'vm-web-01') > 0.7)
})

test('nothing is like nothing', () => {
  assert.equal(likenessOf('', ''), 1)
  assert.equal(likenessOf('a', 'b'), 0)
  assert.equal(likenessOf('åäö', 'zzz'), 0)
})
