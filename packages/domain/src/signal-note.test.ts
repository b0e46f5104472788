import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSignalNote, writeSignalNote } from './signal-note.ts'

test('the key and the values of a note are found again, whatever the sender wrote into them', () => {
  for (const path of ['alerts', 'a.b[0]', '', '{path}', 'line\nbreak', 'There is no list at x', '$& $1'])
    assert.deepEqual(readSignalNote(writeSignalNote('generic-no-list', { path })), { key: 'generic-no-list', values: { path } })
  assert.deepEqual(readSignalNote(writeSignalNote('not-json')), { key: 'not-json', values: {} })
  const alarm = 'cpu of web (1): 90 %'
  assert.deepEqual(readSignalNote(writeSignalNote('cloudwatch-little-data', { alarm }))?.values, { alarm })
})

test('a note that no one wrote by a key, such as the message of an error, is shown as it is', () => {
  assert.equal(readSignalNote('duplicate key value violates unique constraint'), null)
})
