import assert from 'node:assert/strict'
import { test } from 'node:test'
import { writeValue } from './write-value.ts'

test('a value is written short, with the unit that its sender or its name says', () => {
  assert.equal(writeValue(59.5441, 'CPU', '%'), '59.54%')
  assert.equal(writeValue(59.5441, 'Percentage CPU', null), '59.54%')
  assert.equal(writeValue(21_474_836_480, 'node_filesystem_avail_bytes', null), '20 GiB')
  assert.equal(writeValue(1536, 'received', 'By/s'), '1.5 KiB/s')
  assert.equal(writeValue(0.05, 'errors', '1'), '0.05')
  assert.equal(writeValue(7, 'queue', 'messages'), '7 messages')
  assert.equal(writeValue(1.7e308, 'm', null), '1.70e308')
  assert.equal(writeValue(1.7e308, 'm', 'By'), '1.51e293 PiB')
  assert.equal(writeValue(Number.POSITIVE_INFINITY, 'm', null), '∞')
})
