import assert from 'node:assert/strict'
import test from 'node:test'
import { parseViewedUser } from './view-as.ts'

test('what someone else left in the storage is nobody', () => {
  const user = { userId: 'u', customerId: '1001', name: 'Elin' }
  assert.deepEqual(parseViewedUser(JSON.stringify(user)), user)
  for (const text of [null, '', '{', 'null', '5', '[]', '{"userId":"u"}', '{"userId":1,"customerId":"1","name":"n"}']) {
    assert.equal(parseViewedUser(text), null)
  }
})
